/* A gate of atomic variables: whoever comes takes what is there by comparing and exchanging, which may fail for no reason. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_open;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* From one value to the other; false: it has another one. */
static int
turn(int from, int to)
{
	int was = from;
#if defined LOOP
	while (!atomic_compare_exchange_weak(&is_open, &was, to))
		if (was != from)
			return 0;
	return 1;
#elif defined STRONG
	return atomic_compare_exchange_strong(&is_open, &was, to);
#else
	return atomic_compare_exchange_weak(&is_open, &was, to);
#endif
}

/* Those who do not get what they want wait until it changes, and try again. */
static void
turn_in_time(int from, int to)
{
	pthread_mutex_lock(&mutex);
	while (!turn(from, to))
		pthread_cond_wait(&changed, &mutex);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
}

void
gate_open(void)
{
	turn_in_time(0, 1);
}

void
gate_pass(void)
{
	turn_in_time(1, 0);
}
