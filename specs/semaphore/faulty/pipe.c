/* The permits are bytes in a pipe, and a pipe does not remember who has waited longest to read. */
/* class: order */
#include "../semaphore.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct semaphore {
	int ends[2];
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	if (pipe(s->ends) != 0)
		abort();
	while (permits-- > 0)
		semaphore_release(s);
	return s;
}

void
semaphore_free(semaphore *s)
{
	close(s->ends[0]);
	close(s->ends[1]);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	char permit;
	while (read(s->ends[0], &permit, 1) != 1)
		if (errno != EINTR)
			abort();
}

void
semaphore_release(semaphore *s)
{
	while (write(s->ends[1], "", 1) != 1)
		if (errno != EINTR)
			abort();
}
