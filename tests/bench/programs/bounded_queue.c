/* A bounded queue: who finds it empty waits once, and takes it for granted that there is something when it is woken. */
#include "threads.h"

#include <assert.h>

enum { ROOM = 2, ITEMS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int items[ROOM];
static int first, count;

static void *
produce(void *arg)
{
	for (int i = 1; i <= ITEMS; i++) {
		pthread_mutex_lock(&lock);
		while (count == ROOM)
			pthread_cond_wait(&emptied, &lock);
		items[(first + count++) % ROOM] = i;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *
consume(void *arg)
{
	for (int i = 0; i < ITEMS / 2; i++) {
		pthread_mutex_lock(&lock);
		if (count == 0)
			pthread_cond_wait(&filled, &lock);
		assert(count > 0);
		first = (first + 1) % ROOM;
		count--;
		pthread_cond_signal(&emptied);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int
main(void)
{
	pthread_t threads[3];
	start(&threads[0], produce);
	start(&threads[1], consume);
	start(&threads[2], consume);
	await(threads, 3);
	return 0;
}
