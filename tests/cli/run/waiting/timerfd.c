/* Looks for a free permit whenever a timer has expired. The fault: the timer is set only once. */
#include "permits.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct permits {
	pthread_mutex_t mutex;
	unsigned free;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	p->free = n;
	return p;
}

void
permits_free(permits *p)
{
	free(p);
}

static int
try(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	int got = p->free > 0;
	p->free -= got;
	pthread_mutex_unlock(&p->mutex);
	return got;
}

void
permits_acquire(permits *p)
{
	struct itimerspec soon = {.it_value.tv_nsec = 1000000};
	uint64_t times;
#ifndef FAULTY
	soon.it_interval = soon.it_value;
#endif
	int fd = timerfd_create(CLOCK_MONOTONIC, 0);
	timerfd_settime(fd, 0, &soon, NULL);
	while (!try(p))
		read(fd, &times, sizeof times);
	close(fd);
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	pthread_mutex_unlock(&p->mutex);
}
