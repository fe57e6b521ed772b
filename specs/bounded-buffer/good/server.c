/*
 * A thread of the buffer does all the work, and is the only one that touches the items. Calls leave a letter in its inbox and
 * sleep on their own semaphore until it is answered.
 */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct letter {
	struct letter *next;
	enum { PUT, GET, STOP } wish;
	int item;
	sem_t answered;
};

struct list {
	struct letter *first, **end;
};

struct buffer {
	pthread_t server;
	pthread_mutex_t mutex;
	pthread_cond_t arrived;
	struct list inbox;
	struct list puts, gets; /* from here on the server's own: letters that cannot be answered yet, and the items */
	int capacity, count, first;
	int *items;
};

static void
append(struct list *l, struct letter *m)
{
	m->next = NULL;
	*l->end = m;
	l->end = &m->next;
}

static struct letter *
remove_first(struct list *l)
{
	struct letter *m = l->first;
	l->first = m->next;
	if (!l->first)
		l->end = &l->first;
	return m;
}

static struct letter *
receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (!b->inbox.first)
		pthread_cond_wait(&b->arrived, &b->mutex);
	struct letter *m = remove_first(&b->inbox);
	pthread_mutex_unlock(&b->mutex);
	return m;
}

static void
answer_what_can_be(buffer *b)
{
	for (;;) {
		struct letter *m;
		if (b->puts.first && b->count < b->capacity) {
			m = remove_first(&b->puts);
			b->items[(b->first + b->count++) % b->capacity] = m->item;
		} else if (b->gets.first && b->count > 0) {
			m = remove_first(&b->gets);
			m->item = b->items[b->first];
			b->first = (b->first + 1) % b->capacity;
			b->count--;
		} else {
			return;
		}
		sem_post(&m->answered);
	}
}

static void *
serve(void *arg)
{
	buffer *b = arg;
	for (;;) {
		struct letter *m = receive(b);
		if (m->wish == STOP)
			return NULL;
		append(m->wish == PUT ? &b->puts : &b->gets, m);
		answer_what_can_be(b);
	}
}

static void
send(buffer *b, struct letter *m)
{
	pthread_mutex_lock(&b->mutex);
	append(&b->inbox, m);
	pthread_cond_signal(&b->arrived);
	pthread_mutex_unlock(&b->mutex);
}

static int
ask(buffer *b, struct letter *m)
{
	sem_init(&m->answered, 0, 0);
	send(b, m);
	while (sem_wait(&m->answered) != 0)
		;
	sem_destroy(&m->answered);
	return m->item;
}

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->arrived, NULL);
	b->inbox.end = &b->inbox.first;
	b->puts.end = &b->puts.first;
	b->gets.end = &b->gets.first;
	b->capacity = capacity;
	b->items = malloc(capacity * sizeof(int));
	if (pthread_create(&b->server, NULL, serve, b) != 0)
		abort();
	return b;
}

void
buffer_free(buffer *b)
{
	struct letter stop = {.wish = STOP};
	send(b, &stop);
	pthread_join(b->server, NULL);
	pthread_cond_destroy(&b->arrived);
	pthread_mutex_destroy(&b->mutex);
	free(b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	struct letter m = {.wish = PUT, .item = item};
	ask(b, &m);
}

int
buffer_get(buffer *b)
{
	struct letter m = {.wish = GET};
	return ask(b, &m);
}
