/* A queue of work: its owner takes from the bottom, a thief from the top. Where one item is left, the owner does not look again. */
#include "threads.h"

#include <assert.h>
#include <stdatomic.h>

enum { ITEMS = 3, NONE = -1 };

static atomic_int top, bottom;
static int work[ITEMS];
static atomic_int done[ITEMS];

static void
put(int item)
{
	int at = atomic_load(&bottom);
	work[at] = item;
	atomic_store(&bottom, at + 1);
}

static int
take(void)
{
	int at = atomic_load(&bottom) - 1;
	atomic_store(&bottom, at);
	if (atomic_load(&top) <= at)
		return work[at]; /* even if it is the last one, for which the thief may be reaching */
	atomic_store(&bottom, at + 1);
	return NONE;
}

static int
steal(void)
{
	int at = atomic_load(&top);
	if (at >= atomic_load(&bottom))
		return NONE;
	int item = work[at];
	return atomic_compare_exchange_strong(&top, &at, at + 1) ? item : NONE;
}

static void
count(int item)
{
	if (item != NONE)
		assert(atomic_fetch_add(&done[item], 1) == 0);
}

static void *
own(void *arg)
{
	for (int i = 0; i < ITEMS; i++)
		put(i);
	for (int i = 0; i < ITEMS; i++)
		count(take());
	return arg;
}

static void *
rob(void *arg)
{
	for (int i = 0; i < ITEMS - 1; i++)
		count(steal());
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	start(&threads[0], own);
	start(&threads[1], rob);
	await(threads, 2);
	return 0;
}
