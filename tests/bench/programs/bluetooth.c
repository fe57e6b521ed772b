/* A driver that is stopped while someone is about to use it: between his look at the flag and his being counted lies a gap. */
#include "threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int pending = 1;
static atomic_bool stopping, stopped;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static bool is_idle;

static void
leave(void)
{
	if (atomic_fetch_sub(&pending, 1) > 1)
		return;
	pthread_mutex_lock(&lock);
	is_idle = true;
	pthread_cond_signal(&idle);
	pthread_mutex_unlock(&lock);
}

static void *
use(void *arg)
{
	if (atomic_load(&stopping))
		return arg;
	atomic_fetch_add(&pending, 1);
	assert(!atomic_load(&stopped));
	leave();
	return arg;
}

static void *
stop(void *arg)
{
	atomic_store(&stopping, true);
	leave();
	pthread_mutex_lock(&lock);
	while (!is_idle)
		pthread_cond_wait(&idle, &lock);
	pthread_mutex_unlock(&lock);
	atomic_store(&stopped, true);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	start(&threads[0], use);
	start(&threads[1], stop);
	await(threads, 2);
	return 0;
}
