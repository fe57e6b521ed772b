#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
int use(int who);

static void *
work(void *by)
{
	pthread_mutex_lock(&lock);
	int seen = n;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	n = seen + *(int *)by;
	pthread_mutex_unlock(&lock);
	return by;
}

/* One thread is waited for, another only for half of them. */
int
use(int who)
{
	int by = who + 1;
	pthread_t helper;
	pthread_create(&helper, NULL, work, &by);
	pthread_mutex_lock(&lock);
	n *= 2;
	pthread_mutex_unlock(&lock);
	pthread_join(helper, NULL);
	pthread_mutex_lock(&lock);
	by = n % 61;
	pthread_mutex_unlock(&lock);
	return by;
}
