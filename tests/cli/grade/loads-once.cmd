# soak: it takes long
# who can be loaded at first, and then dies in a constructor, fails by that, whatever was found before; one that computes there without end is undecided,
# and what failed before that has failed; others get theirs
spec=$SRC/specs/warehouse/warehouse.yaml
mkdir class count
# its constructor counts in a file, and does something from the n-th time on
make() {
	cat - $SRC/specs/warehouse/$2 >class/$1.c <<C
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static long again(void)
{
	char path[300] = "$PWD/count/$1";
	if (getenv("SRTEST_SANDBOX"))
		snprintf(path, sizeof path, "%s/n", getenv("TMPDIR"));
	int fd = open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
	long n = write(fd, "x", 1) + lseek(fd, 0, SEEK_END) - 1;
	close(fd);
	return n;
}
static __attribute__((constructor)) void begin(void)
{
	if (again() > $3)
		$4;
}
C
	sed -i 's,"../warehouse.h","warehouse.h",' class/$1.c
}
make faulty-exits faulty/signal.c 1 '_exit(3)'
make faulty-later faulty/signal.c 3 '_exit(3)'
make faulty-aborts faulty/unlock.c 1 'abort()'
make good-exits good/broadcast.c 1 'exit(0)'
make good-crashes good/broadcast.c 1 '*(volatile int *)0 = 1'
make good-stops good/broadcast.c 2 'raise(SIGSTOP)'
make never-loads good/broadcast.c 0 '_exit(3)'
make failed-computes faulty/unlock.c 1 'for (volatile int i = 0;; i++)'
make failed-stops faulty/unlock.c 1 'syscall(SYS_kill, getpid(), SIGSTOP)'
make failed-sleeps faulty/unlock.c 1 'for (;;) syscall(SYS_pause)'
make computes faulty/signal.c 1 'for (volatile int i = 0;; i++)'
make failed-later faulty/signal.c 3 'for (volatile int i = 0;; i++)'
sed 's,"../warehouse.h","warehouse.h",' $SRC/specs/warehouse/good/broadcast.c >class/honest.c
table() { cut -c 1-112 | sed -n '/^submission/,/^$/p'; }
# where all share their temporary files, and where the sandbox has only a folder for them, or a room
echo "no sandbox"
srtest grade --variant hooked --sandbox=off --tests 300 $spec class 2>err | table
rm -f class/{computes,failed-*,faulty-aborts,good-crashes,good-stops,never-loads}.c
. $SRC/tests/cli/grade/kernel.inc
echo "a folder"
without srtest grade --variant hooked --tests 300 $spec class 2>err | table
echo "a room"
srtest grade --variant hooked --tests 300 $spec class | table
