/* Some count behind one lock, and others behind another one. */
#include "threads.h"

#include <assert.h>

enum { EACH = 2 };

static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER, wrong = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *
count_behind_right(void *arg)
{
	pthread_mutex_lock(&right);
	int seen = count;
	count = seen + 1;
	assert(count == seen + 1);
	pthread_mutex_unlock(&right);
	return arg;
}

static void *
count_behind_wrong(void *arg)
{
	pthread_mutex_lock(&wrong);
	count++;
	pthread_mutex_unlock(&wrong);
	return arg;
}

int
main(void)
{
	pthread_t threads[2 * EACH];
	for (int i = 0; i < EACH; i++) {
		start(&threads[2 * i], count_behind_right);
		start(&threads[2 * i + 1], count_behind_wrong);
	}
	await(threads, 2 * EACH);
	assert(count == 2 * EACH);
	return 0;
}
