/* A stack with a lock around each operation; that there was once something in it is taken to mean that there still is. */
#include "threads.h"

#include <assert.h>
#include <stdbool.h>

enum { ITEMS = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[ITEMS];
static int top;
static bool filled;

static void *
push(void *arg)
{
	for (int i = 0; i < ITEMS; i++) {
		pthread_mutex_lock(&lock);
		items[top++] = i;
		filled = true;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *
pop(void *arg)
{
	for (int i = 0; i < ITEMS; i++) {
		pthread_mutex_lock(&lock);
		if (filled) {
			assert(top > 0);
			top--;
		}
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	start(&threads[0], push);
	start(&threads[1], pop);
	await(threads, 2);
	return 0;
}
