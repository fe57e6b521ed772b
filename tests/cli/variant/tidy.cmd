# long: a host that is ended in one variant leaves a file behind; tests in another variant, whose host runs already, do not find it
. $SRC/tests/cli/variant/shared.inc
cp cell.c right.c
sed 's/(void)c;/mark();/' right.c >cell.c
cat >mark.inc <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int marked;

/* There is no such file: nobody else makes one, and each test ends without it. */
static void
mark(void)
{
	if (__atomic_exchange_n(&marked, 1, __ATOMIC_SEQ_CST))
		return;
	int fd = open("mark", O_CREAT | O_EXCL | O_RDWR, 0600);
	if (fd < 0)
		abort();
	close(fd);
#ifndef __SANITIZE_THREAD__
	__asm__ volatile("syscall" : : "a"(34) : "rcx", "r11", "memory"); /* pause, which nobody sees */
#endif
}
END
sed -i '1i #include "mark.inc"' cell.c
told
ls mark 2>/dev/null || echo "no file"
