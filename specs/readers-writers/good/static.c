/*
 * No heap: there is one lock in the whole program. Who waits remembers a ticket, the number of departures so far, and looks
 * again only when that has changed. A writer that leaves prefers neither side.
 */
#include "../readers-writers.h"

#include <pthread.h>
#include <string.h>

struct rw {
	unsigned departures;
	short readers, writers;
};

static struct rw the_lock;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t departed = PTHREAD_COND_INITIALIZER;

rw *
rw_new(void)
{
	memset(&the_lock, 0, sizeof the_lock);
	return &the_lock;
}

void
rw_free(rw *l)
{
	(void)l;
}

static void
wait_for_a_departure(void)
{
	unsigned ticket = the_lock.departures;
	while (the_lock.departures == ticket)
		pthread_cond_wait(&departed, &mutex);
}

static void
depart(short *who)
{
	pthread_mutex_lock(&mutex);
	--*who;
	the_lock.departures++;
	pthread_mutex_unlock(&mutex);
	pthread_cond_broadcast(&departed);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&mutex);
	while (l->writers)
		wait_for_a_departure();
	l->readers++;
	pthread_mutex_unlock(&mutex);
}

void
rw_after_read(rw *l)
{
	depart(&l->readers);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&mutex);
	while (l->readers + l->writers)
		wait_for_a_departure();
	l->writers++;
	pthread_mutex_unlock(&mutex);
}

void
rw_after_write(rw *l)
{
	depart(&l->writers);
}
