/* Polls until its ticket is served. The next one is kept where the system keeps the mode of new files. */
/* class: order or progress or safety */
#include "../semaphore.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { TICKETS = 0777 + 1 };

struct semaphore {
	atomic_uint served;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	s->served = permits;
	umask(0);
	return s;
}

void
semaphore_free(semaphore *s)
{
	umask(022);
	free(s);
}

static unsigned
draw_ticket(void)
{
	unsigned mine = umask(0);
	umask((mine + 1) % TICKETS);
	return mine;
}

void
semaphore_acquire(semaphore *s)
{
	unsigned mine = draw_ticket();
	while ((s->served - mine - 1) % TICKETS >= TICKETS / 2)
		sched_yield();
}

void
semaphore_release(semaphore *s)
{
	s->served++;
}
