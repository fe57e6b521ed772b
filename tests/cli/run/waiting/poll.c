/*
 * Permits are messages on a socket that does not wait, for which poll() does. The fault: whoever finds that another was quicker
 * takes it for a permit.
 */
#include "permits.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct permits {
	int ends[2];
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, p->ends) < 0)
		abort();
	while (n-- > 0)
		send(p->ends[1], "permit", 6, 0);
	return p;
}

void
permits_free(permits *p)
{
	close(p->ends[0]);
	close(p->ends[1]);
	free(p);
}

void
permits_acquire(permits *p)
{
	struct pollfd wanted = {.fd = p->ends[0], .events = POLLIN};
	char message[6];
	ssize_t n;
	do {
		poll(&wanted, 1, -1);
		n = recv(p->ends[0], message, sizeof message, MSG_DONTWAIT);
#ifdef FAULTY
		n = 0;
#endif
	} while (n < 0);
}

void
permits_release(permits *p)
{
	send(p->ends[1], "permit", 6, 0);
}
