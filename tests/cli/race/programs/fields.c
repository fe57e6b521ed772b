#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	int low, high;
} range;

static int
span(void)
{
	return range.high - range.low;
}

void
left(void)
{
	pthread_mutex_lock(&lock);
	range.high++;
	pthread_mutex_unlock(&lock);
}

void
right(void)
{
	int n = span();
	pthread_mutex_lock(&lock);
	range.low += n > 3;
	pthread_mutex_unlock(&lock);
}
