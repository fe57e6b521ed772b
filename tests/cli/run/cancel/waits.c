/* Whoever waits so ends when it is cancelled, whether it waits already or is about to. */
#include "visits.h"

static void unlock(void *m) { pthread_mutex_unlock(m); }
static void *endless(void *a) { for (;;) sleep(1); return a; }

static void *
in_condition(void *a)
{
	struct at *at = a;
	pthread_mutex_lock(&at->mutex);
	pthread_cleanup_push(unlock, &at->mutex);
	for (;;)
		pthread_cond_wait(&at->cond, &at->mutex);
	pthread_cleanup_pop(1);
	return NULL;
}

static void *
in_timed_condition(void *a)
{
	struct at *at = a;
	struct timespec t = {.tv_sec = time(NULL) + 1000000};
	pthread_mutex_lock(&at->mutex);
	pthread_cleanup_push(unlock, &at->mutex);
	for (;;)
		pthread_cond_timedwait(&at->cond, &at->mutex, &t);
	pthread_cleanup_pop(1);
	return NULL;
}

static void *in_semaphore(void *a) { struct at *at = a; for (;;) sem_wait(&at->sem); }
static void *in_read(void *a) { struct at *at = a; char c; for (;;) if (read(at->pipe[0], &c, 1) < 0) abort(); }
static void *in_write(void *a) { struct at *at = a; for (;;) if (write(at->pipe[1], at, sizeof *at) < 0) abort(); }
static void *in_poll(void *a) { struct at *at = a; struct pollfd p = {at->pipe[0], POLLIN, 0}; for (;;) poll(&p, 1, -1); }
static void *in_select(void *a) { struct at *at = a; for (;;) { fd_set s; FD_ZERO(&s); FD_SET(at->pipe[0], &s); select(at->pipe[0] + 1, &s, NULL, NULL, NULL); } }
static void *in_sleep(void *a) { (void)a; for (;;) sleep(1000); }
static void *in_nanosleep(void *a) { struct timespec t = {0, 1000}; (void)a; for (;;) nanosleep(&t, NULL); }
static void *in_pause(void *a) { (void)a; for (;;) pause(); }
static void *in_sigwait(void *a) { sigset_t s; int n; (void)a; sigemptyset(&s); sigaddset(&s, SIGUSR1); pthread_sigmask(SIG_BLOCK, &s, NULL); for (;;) sigwait(&s, &n); }
static void *in_join(void *a) { struct at *at = a; pthread_join(at->other, NULL); return NULL; }
static void *in_test(void *a) { (void)a; for (;;) { pthread_testcancel(); sched_yield(); } }

int
visit(void)
{
	static void *(*const ways[])(void *) = {in_condition, in_timed_condition, in_semaphore, in_read, in_write, in_poll, in_select, in_sleep, in_nanosleep, in_pause, in_sigwait, in_join, in_test};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct at *at = at_new();
		pthread_t t;
		CHECK(pthread_create(&at->other, NULL, endless, NULL) == 0);
		CHECK(pthread_create(&t, NULL, ways[i], at) == 0);
		CHECK(cancelled(t));
		CHECK(pthread_mutex_trylock(&at->mutex) == 0);
		CHECK(cancelled(at->other)); /* nobody joined it */
		at_free(at);
	}
	return 0;
}
