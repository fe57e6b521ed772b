/* What the programs share: threads that are started together and waited for. */
#ifndef PROGRAMS_THREADS_H
#define PROGRAMS_THREADS_H

#include <pthread.h>
#include <stddef.h>

static void
start(pthread_t *thread, void *(*work)(void *))
{
	pthread_create(thread, NULL, work, NULL);
}

static void
await(const pthread_t *threads, size_t n)
{
	for (size_t i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

#endif
