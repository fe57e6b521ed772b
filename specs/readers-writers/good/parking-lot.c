/* Waiters are in a static table, found by the address of what they wait for; who leaves tries for each of them whether it can enter. */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct rw {
	int readers, writers;
};

struct parked {
	rw *key;
	bool (*enter)(rw *);
	bool in;
	pthread_cond_t c;
	struct parked *next;
};

static struct bucket {
	pthread_mutex_t m;
	struct parked *list;
} buckets[8] = {[0 ... 7] = {PTHREAD_MUTEX_INITIALIZER, NULL}};
static struct bucket *
of(rw *r)
{
	return &buckets[((uintptr_t)r >> 4) % 8];
}

static bool
enter_read(rw *r)
{
	if (r->writers)
		return false;
	r->readers++;
	return true;
}

static bool
enter_write(rw *r)
{
	if (r->writers + r->readers)
		return false;
	r->writers++;
	return true;
}

static void
before(rw *r, bool (*enter)(rw *))
{
	struct bucket *b = of(r);
	pthread_mutex_lock(&b->m);
	if (!enter(r)) {
		struct parked p = {r, enter, false, PTHREAD_COND_INITIALIZER, b->list};
		b->list = &p;
		while (!p.in)
			pthread_cond_wait(&p.c, &b->m);
	}
	pthread_mutex_unlock(&b->m);
}

static void
after(rw *r, int *n)
{
	struct bucket *b = of(r);
	pthread_mutex_lock(&b->m);
	--*n;
	for (struct parked **p = &b->list, *q; (q = *p);)
		if (q->key == r && q->enter(r)) {
			*p = q->next;
			q->in = true;
			pthread_cond_signal(&q->c);
		} else
			p = &q->next;
	pthread_mutex_unlock(&b->m);
}

rw *
rw_new(void)
{
	return calloc(1, sizeof(rw));
}

void
rw_free(rw *r)
{
	free(r);
}

void
rw_before_read(rw *r)
{
	before(r, enter_read);
}

void
rw_after_read(rw *r)
{
	after(r, &r->readers);
}

void
rw_before_write(rw *r)
{
	before(r, enter_write);
}

void
rw_after_write(rw *r)
{
	after(r, &r->writers);
}
