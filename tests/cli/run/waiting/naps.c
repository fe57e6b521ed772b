/*
 * Naps until it finds a free permit, in the way that the environment names: for far longer than a phase has time, or for longer each
 * time. The fault: one permit is never given to those who nap.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct permits {
	pthread_mutex_t mutex;
	pthread_cond_t never; /* signalled */
	sem_t empty;
	unsigned free;
};

static struct timespec
in(clockid_t clock, long seconds)
{
	struct timespec t;
	clock_gettime(clock, &t);
	t.tv_sec += seconds;
	return t;
}

static void
nap_sleep(permits *p, unsigned nth)
{
	(void)p;
	(void)nth;
	sleep(5);
}

static void
nap_usleep(permits *p, unsigned nth)
{
	(void)p;
	(void)nth;
	usleep(60 * 1000000);
}

static void
nap_doubling(permits *p, unsigned nth)
{
	(void)p;
	nanosleep(&(struct timespec){.tv_nsec = nth < 10 ? 1000000 << nth % 10 : 0, .tv_sec = nth < 10 ? 0 : 1L << nth % 32}, NULL);
}

static void
nap_until(permits *p, unsigned nth)
{
	struct timespec t = in(CLOCK_MONOTONIC, 3600);
	(void)p;
	(void)nth;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static void
nap_select(permits *p, unsigned nth)
{
	(void)p;
	select(0, NULL, NULL, NULL, &(struct timeval){.tv_sec = 7 * (nth + 1)});
}

static void
nap_poll(permits *p, unsigned nth)
{
	(void)p;
	(void)nth;
	poll(NULL, 0, 60000);
}

static void
nap_condition(permits *p, unsigned nth)
{
	struct timespec t = in(CLOCK_REALTIME, 5);
	(void)nth;
	pthread_mutex_lock(&p->mutex);
	pthread_cond_timedwait(&p->never, &p->mutex, &t);
	pthread_mutex_unlock(&p->mutex);
}

static void
nap_semaphore(permits *p, unsigned nth)
{
	struct timespec t = in(CLOCK_REALTIME, 86400);
	(void)nth;
	sem_timedwait(&p->empty, &t);
}

static void
nap_timer(permits *p, unsigned nth)
{
	int fd = timerfd_create(CLOCK_MONOTONIC, 0);
	struct pollfd expired = {.fd = fd, .events = POLLIN};
	(void)p;
	(void)nth;
	timerfd_settime(fd, 0, &(struct itimerspec){.it_value.tv_sec = 5}, NULL);
	poll(&expired, 1, -1);
	close(fd);
}

static void
nap_clock(permits *p, unsigned nth)
{
	time_t end = time(NULL) + 60;
	(void)p;
	(void)nth;
	while (time(NULL) < end)
		sched_yield();
}

static const struct {
	const char *name;
	void (*nap)(permits *, unsigned);
} ways[] = {
	{"sleep", nap_sleep}, {"usleep", nap_usleep}, {"doubling", nap_doubling}, {"until", nap_until}, {"select", nap_select}, {"poll", nap_poll},
	{"condition", nap_condition}, {"semaphore", nap_semaphore}, {"timer", nap_timer}, {"clock", nap_clock},
};

static void
nap(permits *p, unsigned nth)
{
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(getenv("NAP"), ways[i].name) == 0)
			ways[i].nap(p, nth);
}

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	*p = (permits){.mutex = PTHREAD_MUTEX_INITIALIZER, .never = PTHREAD_COND_INITIALIZER, .free = n};
	sem_init(&p->empty, 0, 0);
	return p;
}

void
permits_free(permits *p)
{
	free(p);
}

static int
try(permits *p, unsigned least)
{
	pthread_mutex_lock(&p->mutex);
	int got = p->free > least;
	p->free -= (unsigned)got;
	pthread_mutex_unlock(&p->mutex);
	return got;
}

void
permits_acquire(permits *p)
{
#ifdef FAULTY
	unsigned least = 1;
#else
	unsigned least = 0;
#endif
	for (unsigned nth = 0; !try(p, nth ? least : 0); nth++)
		nap(p, nth);
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	pthread_mutex_unlock(&p->mutex);
}
