/* Made on first use, with a look before the lock and none behind it: two may make it, and one uses what the other throws away. */
#include "threads.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct service {
	int clients;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct service *service;

static struct service *
get(void)
{
	if (!service) {
		pthread_mutex_lock(&lock);
		service = calloc(1, sizeof *service);
		pthread_mutex_unlock(&lock);
	}
	return service;
}

static void *
use(void *arg)
{
	struct service *mine = get();
	pthread_mutex_lock(&lock);
	mine->clients++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	start(&threads[0], use);
	start(&threads[1], use);
	await(threads, 2);
	assert(service->clients == 2);
	return 0;
}
