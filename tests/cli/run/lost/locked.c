/*
 * A stack behind a mutex. With NODES the last nodes are not freed, with POPS no node is that was popped, with LOG a record that grows. All the
 * others keep nodes for the next push, on purpose: STATIC in a list of their own, TAGGED with a number in the upper bits, LOCAL for each thread, KEY
 * by a key, TABLE in one of the C library, FILLED in memory that is mapped, and LATER frees them in a thread of its own.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct node {
	struct node *next;
	int x;
} node;

typedef struct stack {
	pthread_mutex_t mutex;
	node *top;
	int *log, n;
} stack;

stack *
stack_new(void)
{
	stack *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	return s;
}

void
stack_free(stack *s)
{
#ifndef NODES
	for (node *n = s->top, *next; n; n = next) {
		next = n->next;
		free(n);
	}
#endif
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

#if defined STATIC
static pthread_mutex_t keeper = PTHREAD_MUTEX_INITIALIZER;
static node *kept;

static void
keep(node *n)
{
	pthread_mutex_lock(&keeper);
	n->next = kept;
	kept = n;
	pthread_mutex_unlock(&keeper);
}
#elif defined TAGGED
static _Atomic uint64_t kept;

static void
keep(node *n)
{
	uint64_t head = kept;
	do
		n->next = (node *)(uintptr_t)(head & 0xffffffffffff);
	while (!__atomic_compare_exchange_n((uint64_t *)&kept, &head, (uint64_t)(uintptr_t)n | ((head >> 48) + 1) << 48, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}
#elif defined LOCAL
static __thread node *kept;

static void
keep(node *n)
{
	n->next = kept;
	kept = n;
}
#elif defined KEY
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
make_key(void)
{
	pthread_key_create(&key, free);
}

static void
keep(node *n)
{
	pthread_once(&once, make_key);
	n->next = pthread_getspecific(key);
	pthread_setspecific(key, n);
}
#elif defined TABLE
static pthread_mutex_t keeper = PTHREAD_MUTEX_INITIALIZER;
static void *root;

static int
compare(const void *l, const void *r)
{
	return (l > r) - (l < r);
}

static void
keep(node *n)
{
	pthread_mutex_lock(&keeper);
	tsearch(n, &root, compare);
	pthread_mutex_unlock(&keeper);
}
#elif defined FILLED
static node **page;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
map_page(void)
{
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void
keep(node *n)
{
	pthread_once(&once, map_page);
	n->next = *page;
	*page = n;
}
#elif defined LATER
static void *
free_later(void *arg)
{
	usleep(1000);
	free(arg);
	return NULL;
}

static void
keep(node *n)
{
	pthread_t thread;
	pthread_create(&thread, NULL, free_later, n);
	pthread_detach(thread);
}
#elif defined POPS
static void
keep(node *n)
{
	n->next = NULL;
}
#else
static void
keep(node *n)
{
	free(n);
}
#endif

void
stack_push(stack *s, int x)
{
	node *n = malloc(sizeof *n);
	pthread_mutex_lock(&s->mutex);
	*n = (node){s->top, x};
	s->top = n;
#ifdef LOG
	s->log = realloc(s->log, (size_t)++s->n * sizeof *s->log);
	s->log[s->n - 1] = x;
#endif
	pthread_mutex_unlock(&s->mutex);
}

bool
stack_pop(stack *s, int *x)
{
	pthread_mutex_lock(&s->mutex);
	node *n = s->top;
	if (n) {
		s->top = n->next;
		*x = n->x;
	}
	pthread_mutex_unlock(&s->mutex);
	if (n)
		keep(n);
	return n;
}
