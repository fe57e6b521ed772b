/* The count is read and written behind the lock, but not in one go. */
/* class: crash */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *
add(void *arg)
{
	pthread_mutex_lock(&lock);
	int seen = count;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	count = seen + 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, add, NULL);
	pthread_create(&threads[1], NULL, add, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(count == 2);
	return 0;
}
