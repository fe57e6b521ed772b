/* Accounts with a lock each; that of the account the money comes from is taken first. */
/* class: progress */
#include <assert.h>
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void
transfer(int from, int to)
{
	pthread_mutex_lock(&accounts[from].lock);
	pthread_mutex_lock(&accounts[to].lock);
	accounts[from].balance--;
	accounts[to].balance++;
	pthread_mutex_unlock(&accounts[to].lock);
	pthread_mutex_unlock(&accounts[from].lock);
}

static void *
there(void *arg)
{
	transfer(0, 1);
	return arg;
}

static void *
back(void *arg)
{
	transfer(1, 0);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, there, NULL);
	pthread_create(&threads[1], NULL, back, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(accounts[0].balance == 10 && accounts[1].balance == 10);
	return 0;
}
