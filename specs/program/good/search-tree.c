/* What is not in the tree is put there once, by whoever holds the lock. */
#include <assert.h>
#include <pthread.h>
#include <search.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *root;
static int made;

static int
compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void *
work(void *arg)
{
	static const int key = 7;
	pthread_mutex_lock(&lock);
	if (!tfind(&key, &root, compare)) {
		tsearch(&key, &root, compare);
		made++;
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(made == 1);
	return 0;
}
