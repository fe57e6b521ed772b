#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int signals;
void wait_for_it(void), signal_it(void);

void
wait_for_it(void)
{
	pthread_mutex_lock(&mutex);
	while (signals == 0)
		pthread_cond_wait(&condition, &mutex);
	signals--;
	pthread_mutex_unlock(&mutex);
}

void
signal_it(void)
{
	pthread_mutex_lock(&mutex);
	signals++;
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
}
