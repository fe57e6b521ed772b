/* A lock that is taken by setting the file mode mask, which tells what it was; who waits tries again and again. */
#include "../semaphore.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { FREE, TAKEN };

struct semaphore {
	unsigned next, serving;
};

static void
lock(void)
{
	while (umask(TAKEN) == TAKEN)
		sched_yield();
}

static void
unlock(void)
{
	umask(FREE);
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	s->serving = permits;
	umask(FREE);
	return s;
}

void
semaphore_free(semaphore *s)
{
	umask(022);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	lock();
	unsigned mine = s->next++;
	while ((int)(s->serving - mine) <= 0) {
		unlock();
		sched_yield();
		lock();
	}
	unlock();
}

void
semaphore_release(semaphore *s)
{
	lock();
	s->serving++;
	unlock();
}
