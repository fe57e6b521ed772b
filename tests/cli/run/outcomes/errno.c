#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int ends[2], made, spare[2];
int use(int who);

/* Where nothing is there to be read, errno says so, and is looked at later. */
int
use(int who)
{
	char n = (char)(who + 1), got = 0;
	if (!made++ && (pipe2(ends, O_NONBLOCK) != 0 || pipe(spare) != 0))
		return 50;
	long taken = read(ends[0], &got, 1);
	if (write(spare[1], &n, 1) != 1 || read(spare[0], &got, 1) != 1)
		return 51;
	if (write(ends[1], &n, 1) != 1)
		return 52;
	return (taken < 0 && errno == EAGAIN ? 30 : 0) + got;
}
