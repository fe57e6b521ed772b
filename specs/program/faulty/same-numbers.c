/* Each thread draws the numbers that follow a seed. Both draw from the same ones. */
/* class: crash */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>


static void *
work(void *arg)
{
	srand48(7);
	long first = lrand48(), second = lrand48();
	srand48(7);
	assert(lrand48() == first && lrand48() == second);
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
