/*
 * Who was woken says that the channel is closed if it is closed now; but it may have been woken because its item was taken, or one
 * was handed to it, and the close came after that.
 */
/* class: value */
#include "../channel.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct call {
	sem_t wake;
	int item;
	struct call *next;
};

struct channel {
	pthread_mutex_t m;
	int cap, n, first;
	bool closed;
	struct call *senders, *receivers;
	int at[];
};

channel *
channel_new(int cap)
{
	channel *c = calloc(1, sizeof *c + (size_t)cap * sizeof(int));
	c->cap = cap;
	pthread_mutex_init(&c->m, NULL);
	return c;
}

void
channel_free(channel *c)
{
	pthread_mutex_destroy(&c->m);
	free(c);
}

static void
put(channel *c, int item)
{
	c->at[(c->first + c->n++) % c->cap] = item;
}

static struct call *
take(struct call **line)
{
	struct call *first = *line;
	if (first)
		*line = first->next;
	return first;
}

/* Waits in the line, without the mutex, and has it again afterwards. */
static void
await(channel *c, struct call **line, struct call *me)
{
	sem_init(&me->wake, 0, 0);
	while (*line)
		line = &(*line)->next;
	*line = me;
	pthread_mutex_unlock(&c->m);
	while (sem_wait(&me->wake) != 0)
		;
	pthread_mutex_lock(&c->m);
	sem_destroy(&me->wake);
}

enum channel_status
channel_send(channel *c, int item)
{
	struct call me = {.item = item}, *receiver;
	pthread_mutex_lock(&c->m);
	bool sent = !c->closed;
	if (sent && (receiver = take(&c->receivers))) {
		receiver->item = item;
		sem_post(&receiver->wake);
	} else if (sent && c->n < c->cap) {
		put(c, item);
	} else if (sent) {
		await(c, &c->senders, &me);
		sent = !c->closed;
	}
	pthread_mutex_unlock(&c->m);
	return sent ? CHANNEL_OK : CHANNEL_CLOSED;
}

enum channel_status
channel_recv(channel *c, int *item)
{
	struct call me = {0}, *sender;
	pthread_mutex_lock(&c->m);
	bool received = c->n > 0;
	if (received) {
		*item = c->at[c->first];
		c->first = (c->first + 1) % c->cap;
		c->n--;
		if ((sender = take(&c->senders))) {
			put(c, sender->item);
			sem_post(&sender->wake);
		}
	} else if (!c->closed) {
		await(c, &c->receivers, &me);
		received = !c->closed;
		*item = me.item;
	}
	pthread_mutex_unlock(&c->m);
	return received ? CHANNEL_OK : CHANNEL_CLOSED;
}

enum channel_status
channel_close(channel *c)
{
	struct call *waiting;
	pthread_mutex_lock(&c->m);
	bool was = c->closed;
	c->closed = true;
	while ((waiting = take(&c->senders)) || (waiting = take(&c->receivers)))
		sem_post(&waiting->wake);
	pthread_mutex_unlock(&c->m);
	return was ? CHANNEL_CLOSED : CHANNEL_OK;
}
