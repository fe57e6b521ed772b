/* Workers leave their sums in an array on the stack of main, which adds one of them too many, whatever that is. */
/* class: memory */
#include <pthread.h>
#include <stddef.h>

enum { WORKERS = 3 };

static void *
work(void *arg)
{
	int *sum = arg;
	for (int i = 1; i <= 10; i++)
		*sum += i;
	return NULL;
}

int
main(void)
{
	pthread_t worker[WORKERS];
	int sums[WORKERS] = {0}, all = 0;
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&worker[i], NULL, work, &sums[i]);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i], NULL);
	for (volatile int i = 0; i <= WORKERS; i++)
		all += sums[i];
	return all < 0;
}
