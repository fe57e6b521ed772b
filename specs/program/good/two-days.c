/* Two threads look at different days, each in a place of its own. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static const time_t days[2] = {0, 86400};

static void *
work(void *arg)
{
	const time_t *t = arg;
	struct tm room, *day = gmtime_r(t, &room);
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
