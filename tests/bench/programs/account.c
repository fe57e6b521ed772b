/* An account: who pays in or draws holds the lock while he looks at the balance, and again while he writes it, but not in between. */
#include "threads.h"

#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int
read_balance(void)
{
	pthread_mutex_lock(&lock);
	int seen = balance;
	pthread_mutex_unlock(&lock);
	return seen;
}

static void
write_balance(int value)
{
	pthread_mutex_lock(&lock);
	balance = value;
	pthread_mutex_unlock(&lock);
}

static void *
pay_in(void *arg)
{
	write_balance(read_balance() + 50);
	return arg;
}

static void *
draw(void *arg)
{
	write_balance(read_balance() - 30);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	start(&threads[0], pay_in);
	start(&threads[1], draw);
	await(threads, 2);
	assert(balance == 120);
	return 0;
}
