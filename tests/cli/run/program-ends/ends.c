/* How programs end: what their handlers find, and who still runs meanwhile. Those of kinds that begin with BAD go wrong in some order. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static atomic_int over, done;
static int n, *box;

static void *
work(void *arg)
{
#if defined BAD_OUTLIVES || defined GUARDED
	pthread_mutex_lock(&lock);
#if defined BAD_OUTLIVES
	assert(box);
#endif
	if (box)
		*box = 1;
	pthread_mutex_unlock(&lock);
#elif defined STOPS
	while (!over)
		sched_yield();
	done = 1;
#elif defined BAD_KEEPS_LOCK
	pthread_mutex_lock(&lock);
	done = 1;
	pause();
#elif defined UNDERSCORE
	_exit(0);
#elif defined EXITS || defined BAD_EXITS
	n = 1;
	exit(n - 1);
#elif defined TWICE
	exit(0);
#elif !defined NEWEST
	pthread_mutex_lock(&lock);
	n++;
	pthread_mutex_unlock(&lock);
#endif
	return arg;
}

static void
end(void)
{
#if defined BAD_OUTLIVES || defined GUARDED
	pthread_mutex_lock(&lock);
	free(box);
	box = NULL;
	pthread_mutex_unlock(&lock);
#elif defined JOINS
	pthread_join(thread, NULL);
	assert(n == 1);
#elif defined STOPS
	over = 1;
	while (!done)
		sched_yield();
#elif defined BAD_KEEPS_LOCK
	pthread_mutex_lock(&lock);
#elif defined LAST_OF_ALL
	assert(n == 2);
#elif defined EXITS
	assert(n == 1);
#elif defined TWICE || defined NEWEST
	assert(++n == 2);
#elif defined UNDERSCORE || defined QUICK
	assert(!"called");
#elif defined BAD_QUICK
	assert(n == 1);
#endif
}

#if defined NEWEST || defined TWICE
static void
last(void)
{
	n = 1;
}
#endif

int
main(void)
{
	box = malloc(sizeof *box);
#if defined BAD_QUICK
	at_quick_exit(end);
	quick_exit(0);
#endif
	atexit(end);
#if defined QUICK
	quick_exit(0);
#elif defined NEWEST || defined TWICE
	atexit(last);
#endif
	pthread_create(&thread, NULL, work, NULL);
#if defined LAST_OF_ALL
	pthread_create(&thread, NULL, work, NULL);
	pthread_exit(NULL);
#elif defined BAD_KEEPS_LOCK
	while (!done)
		sched_yield();
#elif defined UNDERSCORE || defined EXITS
	pthread_join(thread, NULL);
	return 3;
#elif defined BAD_EXITS
	return 3;
#endif
	return 0;
}
