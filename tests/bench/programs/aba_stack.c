/*
 * A lock-free stack of nodes that are used again. Who pops compares the top with what it was; if that node has been popped and
 * pushed in between, what it says comes next is no longer true.
 */
#include "threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { NODES = 3, NONE = -1 };

static atomic_int top = NONE;
static atomic_int next[NODES];
static atomic_bool taken[NODES];

static void
push(int node)
{
	int old = atomic_load(&top);
	atomic_store(&taken[node], false);
	do
		atomic_store(&next[node], old);
	while (!atomic_compare_exchange_weak(&top, &old, node));
}

static int
pop(void)
{
	for (int node = atomic_load(&top); node != NONE;) {
		int after = atomic_load(&next[node]);
		if (!atomic_compare_exchange_strong(&top, &node, after))
			continue;
		assert(!atomic_exchange(&taken[node], true));
		return node;
	}
	return NONE;
}

static void *
pop_one(void *arg)
{
	pop();
	return arg;
}

static void *
pop_two_push_one(void *arg)
{
	int first = pop();
	pop();
	if (first != NONE)
		push(first);
	pop();
	pop();
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < NODES; i++)
		push(i);
	start(&threads[0], pop_one);
	start(&threads[1], pop_two_push_one);
	await(threads, 2);
	return 0;
}
