/* Who has spun is like all others afterwards, and so are those that it makes then; what the loop calls, others call too. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static volatile int go, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static int
get(volatile int *from)
{
	return *from;
}

static void
add(void)
{
#if !defined FAULTY
	pthread_mutex_lock(&lock);
#endif
	count = get(&count) + 1;
#if !defined FAULTY
	pthread_mutex_unlock(&lock);
#endif
}

static void
await(void)
{
	while (!get(&go))
#if defined YIELDS
		sched_yield();
#else
		;
#endif
}

static void *
start(void *a)
{
	go = 1;
	return a;
}

static void *
work(void *a)
{
#if !defined MAKES
	await();
#endif
	add();
	return a;
}

int
main(void)
{
	pthread_t t[3];
	pthread_create(&t[0], NULL, start, NULL);
#if defined MAKES
	await();
#endif
	pthread_create(&t[1], NULL, work, NULL);
	pthread_create(&t[2], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(count == 2);
	return 0;
}
