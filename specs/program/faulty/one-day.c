/* Two threads look at different days, which gmtime() tells both in the same place. */
/* class: crash */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static const time_t days[2] = {0, 86400};

static void *
work(void *arg)
{
	const time_t *t = arg;
	const struct tm *day = gmtime(t);
	assert(day->tm_mday == 1 + *t / 86400);
	return NULL;
}

int
main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)&days[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
