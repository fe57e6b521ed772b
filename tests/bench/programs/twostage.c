/* THREADS - 1 threads write a value, and then another one that follows from it, each behind a lock of its own; one reads both. */
#include "threads.h"

#include <assert.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int value, successor;

static void *
write_both(void *arg)
{
	pthread_mutex_lock(&first);
	value = 1;
	pthread_mutex_unlock(&first);
	pthread_mutex_lock(&second);
	successor = value + 1;
	pthread_mutex_unlock(&second);
	return arg;
}

static void *
read_both(void *arg)
{
	pthread_mutex_lock(&first);
	int seen = value;
	pthread_mutex_unlock(&first);
	if (seen == 0)
		return arg;
	pthread_mutex_lock(&second);
	int after = successor;
	pthread_mutex_unlock(&second);
	assert(after == seen + 1);
	return arg;
}

int
main(void)
{
	static pthread_t threads[THREADS];
	for (int i = 0; i < THREADS - 1; i++)
		start(&threads[i], write_both);
	start(&threads[THREADS - 1], read_both);
	await(threads, THREADS);
	return 0;
}
