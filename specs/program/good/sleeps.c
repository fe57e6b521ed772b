/* A thread works for two seconds and then tells; the first one looks at the clock, and waits until it has. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int done;

static void *
work(void *arg)
{
	sleep(2);
	pthread_mutex_lock(&mutex);
	done = 1;
	pthread_cond_signal(&told);
	pthread_mutex_unlock(&mutex);
	return arg;
}

int
main(void)
{
	pthread_t thread;
	time_t before = time(NULL);
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	pthread_mutex_lock(&mutex);
	while (!done)
		pthread_cond_wait(&told, &mutex);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	return time(NULL) - before >= 2 ? 0 : 2;
}
