#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void
left(void)
{
	pthread_mutex_lock(&lock);
	count++; /* here */
	pthread_mutex_unlock(&lock);
}

void
right(void)
{
	count++; /* here */
}
