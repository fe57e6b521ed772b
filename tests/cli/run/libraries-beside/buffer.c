/* The implementation: it knows when a call may go ahead, and leaves the items to others. */
#include <semaphore.h>
#include <stdlib.h>

#if defined LAYERED
#define USE(name) layer_##name
#else
#define USE(name) core_##name
#endif

void USE(clear)(void);
void USE(put)(int);
int USE(get)(void);

#ifdef APPLIED
int apply(int (*)(int), int);
static int put(int item) { core_put(item); return 0; }
static int get(int none) { return core_get() + none; }
#else
static int apply(int (*fn)(int), int x) { return fn(x); }
static int put(int item) { USE(put)(item); return 0; }
static int get(int none) { return USE(get)() + none; }
#endif

typedef struct buffer {
	sem_t room, some;
} buffer;

buffer *
buffer_new(int most)
{
	buffer *b = malloc(sizeof *b);
	sem_init(&b->room, 0, (unsigned)most);
	sem_init(&b->some, 0, 0);
	USE(clear)();
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->room);
	sem_destroy(&b->some);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	while (sem_wait(&b->room))
		;
	apply(put, item);
	sem_post(&b->some);
}

int
buffer_get(buffer *b)
{
	while (sem_wait(&b->some))
		;
	int item = apply(get, 0);
	sem_post(&b->room);
	return item;
}
