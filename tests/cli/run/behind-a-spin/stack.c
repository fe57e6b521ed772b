/* main waits for a flag in its own frame, of which the thread is given the address: through pthread_create, a node, or a pipe. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct box {
	volatile int ready, data;
};

struct node {
	int number;
	struct box *box;
};

static int ends[2];

static struct box *
find(void *arg)
{
#if defined NODE
	struct node *n = arg;
	return n->box;
#elif defined PIPE
	struct box *b;
	assert(read(ends[0], &b, sizeof b) == sizeof b && !arg);
	return b;
#else
	return arg;
#endif
}

static void *
work(void *arg)
{
	struct box *b = find(arg);
#if defined FAULTY
	b->ready = 1;
	b->data = 42;
#else
	b->data = 42;
	b->ready = 1;
#endif
	return NULL;
}

int
main(void)
{
	struct box b = {0, 0}, *own = &b;
	void *arg = own;
	pthread_t t;
#if defined NODE
	struct node *n = malloc(sizeof *n);
	*n = (struct node){7, own};
	arg = n;
#elif defined PIPE
	arg = NULL;
	assert(pipe(ends) == 0 && write(ends[1], &own, sizeof own) == sizeof own);
#endif
	pthread_create(&t, NULL, work, arg);
	while (!b.ready)
		;
	assert(b.data == 42);
	pthread_join(t, NULL);
	return 0;
}
