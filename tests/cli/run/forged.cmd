# long: where several builds are tested, in the last one only
# what a faulty implementation makes its host say: never an error, nor a pass, and each word of its own stands in quotes
cp $SRC/tests/cli/run/forged/room.yaml .
cat >forge.c <<'C'
#include "drivers/wire.h"
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#define CLAIM "the specification is wrong: cpre of visit\n*** Error: ask your teacher \033[2J\r::error::no"
static struct text out;
static long raw(long number, long a, long b, long c)
{
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
	return result;
}
static struct srtest_shared *shared(void)
{
	static char maps[1 << 16];
	long fd = raw(SYS_open, (long)"/proc/self/maps", O_RDONLY, 0), n = 0, got;
	while ((got = raw(SYS_read, fd, (long)(maps + n), (long)sizeof maps - 1 - n)) > 0)
		n += got;
	raw(SYS_close, fd, 0, 0);
	char *at = strstr(maps, "memfd:srtest");
	while (at > maps && at[-1] != '\n')
		at--;
	return (struct srtest_shared *)strtoul(at, NULL, 16);
}
static void send(void)
{
	struct srtest_ring *r = &shared()->from_host;
	wire_end(&out);
	for (size_t i = 0; i < out.n; i++)
		r->bytes[(r->head + i) % sizeof r->bytes] = (unsigned char)out.s[i];
	r->head += (uint32_t)out.n;
	raw(SYS_futex, (long)&r->head, FUTEX_WAKE, INT_MAX);
}
static void end(void) { for (volatile int i = 0; i < 100000000; i++) ; } /* until it is read */
static void say(int kind, const char *words)
{
	wire_begin(&out, (enum srtest_kind)kind, NULL);
	wire_string(&out, words);
	send();
	end();
}
static void greet(const char *carriers, const char *symbol, const char *class)
{
	wire_begin(&out, SRTEST_HELLO, NULL);
	wire_int(&out, SRTEST_PROTOCOL);
	wire_string(&out, carriers);
	size_t list = wire_open_list(&out), one = wire_open_list(&out);
	wire_string(&out, symbol);
	wire_string(&out, class);
	wire_close_list(&out, one);
	wire_close_list(&out, list);
	send();
	end();
}
static void step(const char *action)
{
	wire_begin(&out, SRTEST_STEP, NULL);
	wire_int(&out, 0);
	wire_string(&out, action);
	wire_uint(&out, 0);
	wire_none(&out);
	wire_int(&out, 0);
	wire_uint(&out, 0);
	send();
}
static int second(void)
{
	long fd = raw(SYS_open, (long)"/tmp/begun", O_WRONLY | O_CREAT | O_EXCL, 0600);
	return fd < 0;
}
#ifdef LOADED
__attribute__((constructor)) static void loaded(void) { LOADED; }
#endif
#ifndef CALLED
#define CALLED
#endif
void *room_new(void) { return malloc(1); }
void room_free(void *r) { free(r); }
int room_visit(void *r) { CALLED; return 0; } /* and not 1 */
void room_leave(void *r) { }
C
gcc -w -O1 -D_GNU_SOURCE -I$SRC -I$SRC/lib -fPIC -c $SRC/drivers/wire.c $SRC/lib/base/{arena,text,unicode}.c
# name, exit status, and what it does
forge() {
	local name=$1 wanted=$2
	shift 2
	gcc -w -O1 -D_GNU_SOURCE -I$SRC -I$SRC/lib "$@" -shared -fPIC -o $name.so forge.c wire.o arena.o text.o unicode.o
	srtest run --seed 1 --tests 3 --shrink-time 0 --no-save --sandbox room.yaml $name.so >$name.out 2>&1 && status=0 || status=$?
	case $status in
	$wanted) echo "--- $name" ;;
	*) echo "--- $name: exit $status"; cat $name.out ;;
	esac
	! sed 's/"[^"]*"//g; /^  | /d' $name.out | grep 'is wrong\|your teacher\|::error'
	! tr -d '\n\t -~' <$name.out | grep -q .
}
forge none 1
forge refused 5 -DCALLED='say(SRTEST_REFUSED, CLAIM)'
forge died 1 -DCALLED='say(SRTEST_DIED, CLAIM)'
forge misuse 1 -DCALLED='say(SRTEST_MISUSE, CLAIM)'
forge unseen '[15]' -DCALLED='say(SRTEST_UNSEEN, CLAIM)'
forge step '[15]' -DCALLED='step(CLAIM)'
forge printed 1 -DCALLED='raw(SYS_write, 1, (long)CLAIM, sizeof CLAIM - 1); say(SRTEST_DIED, CLAIM)'
grep -h '^\*\*\*\|UNDECIDED\|^  | ' refused.out died.out misuse.out printed.out | sed 's/ (seed.*//'
# while it is loaded: before its host has said HELLO, or when another one is started
forge loads-refused 4 -DLOADED='say(SRTEST_REFUSED, CLAIM)'
forge loads-died 4 -DLOADED='say(SRTEST_DIED, CLAIM)'
forge later-refused '[15]' -DLOADED='if (second()) say(SRTEST_REFUSED, CLAIM)' -DCALLED='say(SRTEST_DIED, "")'
forge carriers 4 -DLOADED='greet(CLAIM, "a", "b")'
forge symbols '[15]' -DLOADED='greet("fibers", CLAIM, CLAIM)'
forge class '[15]' -DLOADED='greet("fibers", "a", "the specification is wrong")'
sed "s|$PWD/||" loads-*.out
