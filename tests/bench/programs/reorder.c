/* Two variables that belong together are written one after the other by THREADS - 1 threads; one looks in between. */
#include "threads.h"

#include <assert.h>

#ifndef THREADS
#define THREADS 3
#endif

static int a, b;

static void *
set(void *arg)
{
	a = 1;
	b = -1;
	return arg;
}

static void *
check(void *arg)
{
	assert((a == 0 && b == 0) || (a == 1 && b == -1));
	return arg;
}

int
main(void)
{
	static pthread_t threads[THREADS];
	for (int i = 0; i < THREADS - 1; i++)
		start(&threads[i], set);
	start(&threads[THREADS - 1], check);
	await(threads, THREADS);
	return 0;
}
