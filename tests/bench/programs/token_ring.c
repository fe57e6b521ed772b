/* Four threads pass a token on, each what it finds with its neighbour; each step is locked, but not who comes first. */
#include "threads.h"

#include <assert.h>

enum { STATIONS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tokens[STATIONS];

static void
pass(int from, int to)
{
	pthread_mutex_lock(&lock);
	tokens[to] = tokens[from] + (to == 0);
	pthread_mutex_unlock(&lock);
}

static void *
pass_0(void *arg)
{
	pass(3, 0);
	return arg;
}

static void *
pass_1(void *arg)
{
	pass(0, 1);
	return arg;
}

static void *
pass_2(void *arg)
{
	pass(1, 2);
	return arg;
}

static void *
pass_3(void *arg)
{
	pass(2, 3);
	return arg;
}

int
main(void)
{
	static void *(*const stations[STATIONS])(void *) = {pass_0, pass_1, pass_2, pass_3};
	pthread_t threads[STATIONS];
	for (int i = 0; i < STATIONS; i++)
		start(&threads[i], stations[i]);
	await(threads, STATIONS);
	for (int i = 1; i < STATIONS; i++)
		assert(tokens[i] == tokens[0]);
	return 0;
}
