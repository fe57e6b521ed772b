/* Each thread draws the numbers that follow a seed, from a state of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>


static void *
work(void *arg)
{
	unsigned short own[3] = {7, 7, 7}, again[3] = {7, 7, 7};
	long first = nrand48(own), second = nrand48(own);
	assert(nrand48(again) == first && nrand48(again) == second);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
