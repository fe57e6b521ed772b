/* Three at a round table, each of whom takes the fork to the left first. */
#include "threads.h"

enum { SEATS = 3 };

static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *
dine(void *arg)
{
	pthread_mutex_t *left = arg, *right = left == &forks[SEATS - 1] ? &forks[0] : left + 1;
	pthread_mutex_lock(left);
	pthread_mutex_lock(right);
	pthread_mutex_unlock(right);
	pthread_mutex_unlock(left);
	return arg;
}

int
main(void)
{
	pthread_t threads[SEATS];
	for (int i = 0; i < SEATS; i++)
		pthread_create(&threads[i], NULL, dine, &forks[i]);
	await(threads, SEATS);
	return 0;
}
