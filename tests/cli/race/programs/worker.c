/* No call races with another one, and no thread with another: only calls with threads. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, workers = PTHREAD_MUTEX_INITIALIZER;
int done;

static void *
work(void *arg)
{
	pthread_mutex_lock(&workers);
	done = 1;
	pthread_mutex_unlock(&workers);
	return arg;
}

void
left(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	pthread_detach(thread);
}

void
right(void)
{
	pthread_mutex_lock(&lock);
	done = 0;
	pthread_mutex_unlock(&lock);
}
