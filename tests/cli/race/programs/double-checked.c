/* Whoever sees the flag need not see what it stands for. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;

static void
prepare(void)
{
	if (ready) /* here */
		return;
	pthread_mutex_lock(&lock);
	if (!ready) {
		value = 7; /* here, seen below */
		ready = 1; /* here */
	}
	pthread_mutex_unlock(&lock);
}

void
left(void)
{
	prepare();
}

void
right(void)
{
	prepare();
	if (value != 7) /* here */
		abort();
}
