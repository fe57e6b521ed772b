/* What is not in the tree is put there once, unless the other thread looks meanwhile. */
/* class: crash */
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdatomic.h>

static void *root;
static atomic_int made;

static int
compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void *
work(void *arg)
{
	static const int key = 7;
	if (!tfind(&key, &root, compare)) {
		tsearch(&key, &root, compare);
		made++;
	}
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
