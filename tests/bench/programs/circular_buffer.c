/* A circular buffer with a lock for those who send and one for those who receive; the count is everybody's. */
#include "threads.h"

#include <assert.h>

enum { ROOM = 4, ITEMS = 3 };

static pthread_mutex_t sending = PTHREAD_MUTEX_INITIALIZER, receiving = PTHREAD_MUTEX_INITIALIZER;
static int items[ROOM];
static int first, next, count;

static void *
send_all(void *arg)
{
	for (int i = 1; i <= ITEMS; i++) {
		pthread_mutex_lock(&sending);
		items[next] = i;
		next = (next + 1) % ROOM;
		count++;
		pthread_mutex_unlock(&sending);
	}
	return arg;
}

static void *
receive_some(void *arg)
{
	for (int i = 0; i < ITEMS; i++) {
		pthread_mutex_lock(&receiving);
		if (count > 0) {
			first = (first + 1) % ROOM;
			count--;
		}
		pthread_mutex_unlock(&receiving);
	}
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	start(&threads[0], send_all);
	start(&threads[1], receive_some);
	await(threads, 2);
	assert(count == (next - first + ROOM) % ROOM);
	return 0;
}
