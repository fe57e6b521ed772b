/* A bakery lock that does not say that a number is being chosen: who looks meanwhile takes it for no number. */
/* class: crash */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

enum { N = 3 };
static atomic_int number[N], inside;

static void
lock(int i)
{
	int most = 0;
	for (int k = 0; k < N; k++)
		if (atomic_load(&number[k]) > most)
			most = atomic_load(&number[k]);
	atomic_store(&number[i], most + 1);
	for (int k = 0; k < N; k++) {
		int n;
		while (k != i && (n = atomic_load(&number[k])) != 0 && (n < most + 1 || (n == most + 1 && k < i)))
			sched_yield();
	}
}

static void *
work(void *arg)
{
	int i = (int)(intptr_t)arg;
	lock(i);
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	atomic_store(&number[i], 0);
	return NULL;
}

int
main(void)
{
	pthread_t t[N];
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
