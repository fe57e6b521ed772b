/* Two threads draw random numbers, more than anybody would be stopped at. */
#include <pthread.h>
#include <stdlib.h>

static void *
draw(void *arg)
{
	for (int i = 0; i < 300000; i++)
		*(double *)arg += rand();
	return NULL;
}

int
main(void)
{
	pthread_t threads[2];
	double sums[2] = {0, 0};
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, draw, &sums[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return sums[0] + sums[1] == 0;
}
