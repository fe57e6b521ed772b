/* The first reader takes a mutex for all of them, and the last gives it back; but it was another thread that took it. */
/* class: misuse */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t counting, room;
	int readers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->counting, NULL);
	pthread_mutex_init(&l->room, NULL);
	return l;
}

void
rw_free(rw *l)
{
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->counting);
	if (++l->readers == 1)
		pthread_mutex_lock(&l->room);
	pthread_mutex_unlock(&l->counting);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->counting);
	if (--l->readers == 0)
		pthread_mutex_unlock(&l->room);
	pthread_mutex_unlock(&l->counting);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->room);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_unlock(&l->room);
}
