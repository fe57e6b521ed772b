/* Who waits looks again from within, one level deeper each time. LOST: what is given back is not seen. */
#include "permits.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct permits {
	pthread_mutex_t lock;
	unsigned free;
};

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	pthread_mutex_init(&p->lock, NULL);
	p->free = n;
	return p;
}

void
permits_free(permits *p)
{
	pthread_mutex_destroy(&p->lock);
	free(p);
}

static int
look(permits *p)
{
	volatile char frame[4096];
	frame[0] = 1;
	pthread_mutex_lock(&p->lock);
	unsigned free = p->free;
	p->free -= free > 0;
	pthread_mutex_unlock(&p->lock);
	if (free > 0)
		return frame[0];
	usleep(10000);
	return look(p) + frame[0];
}

void
permits_acquire(permits *p)
{
	look(p);
}

void
permits_release(permits *p)
{
#ifndef LOST
	pthread_mutex_lock(&p->lock);
	p->free++;
	pthread_mutex_unlock(&p->lock);
#endif
}
