/* The auditor looks at the balance without the lock. It is set to nothing and back in one go, of which an optimiser leaves nothing. */
/* class: crash */
/* variant: unoptimised */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *
transfer(void *arg)
{
	pthread_mutex_lock(&lock);
	int amount = balance;
	balance = 0;
	balance = amount; /* the other account is the same one */
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *
audit(void *arg)
{
	assert(balance == 100);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, transfer, NULL);
	pthread_create(&threads[1], NULL, audit, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
