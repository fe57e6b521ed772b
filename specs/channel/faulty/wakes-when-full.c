/* A recv wakes a sender only where the channel was full: of two places made before the first sender comes to it, one wakes nobody. */
/* class: progress */
#include "../channel.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct channel {
	pthread_mutex_t m;
	pthread_cond_t items, room;
	int cap, n, first;
	bool closed;
	int at[];
};

channel *
channel_new(int cap)
{
	channel *c = calloc(1, sizeof *c + (size_t)cap * sizeof(int));
	c->cap = cap;
	pthread_mutex_init(&c->m, NULL);
	pthread_cond_init(&c->items, NULL);
	pthread_cond_init(&c->room, NULL);
	return c;
}

void
channel_free(channel *c)
{
	pthread_cond_destroy(&c->room);
	pthread_cond_destroy(&c->items);
	pthread_mutex_destroy(&c->m);
	free(c);
}

enum channel_status
channel_send(channel *c, int item)
{
	pthread_mutex_lock(&c->m);
	while (!c->closed && c->n == c->cap)
		pthread_cond_wait(&c->room, &c->m);
	bool sent = !c->closed;
	if (sent) {
		c->at[(c->first + c->n++) % c->cap] = item;
		pthread_cond_signal(&c->items);
	}
	pthread_mutex_unlock(&c->m);
	return sent ? CHANNEL_OK : CHANNEL_CLOSED;
}

enum channel_status
channel_recv(channel *c, int *item)
{
	pthread_mutex_lock(&c->m);
	while (!c->closed && c->n == 0)
		pthread_cond_wait(&c->items, &c->m);
	if (c->n == 0) {
		pthread_mutex_unlock(&c->m);
		return CHANNEL_CLOSED;
	}
	*item = c->at[c->first];
	c->first = (c->first + 1) % c->cap;
	c->n--;
	if (c->n == c->cap - 1)
		pthread_cond_signal(&c->room);
	pthread_mutex_unlock(&c->m);
	return CHANNEL_OK;
}

enum channel_status
channel_close(channel *c)
{
	pthread_mutex_lock(&c->m);
	bool was = c->closed;
	c->closed = true;
	pthread_cond_broadcast(&c->items);
	pthread_cond_broadcast(&c->room);
	pthread_mutex_unlock(&c->m);
	return was ? CHANNEL_CLOSED : CHANNEL_OK;
}
