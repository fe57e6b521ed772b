/* Items and room are bytes in pipes; closing hangs up a third one, which all who wait poll as well. */
#define _GNU_SOURCE
#include "../channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct channel {
	int items[2], room[2], shut[2];
	pthread_mutex_t m;
	int closed, n, cap;
};

channel *
channel_new(int cap)
{
	channel *c = calloc(1, sizeof *c);
	if (pipe2(c->items, O_NONBLOCK) || pipe2(c->room, O_NONBLOCK) || pipe2(c->shut, O_NONBLOCK))
		abort();
	for (c->cap = cap; cap--;)
		if (write(c->room[1], "", 1) != 1)
			abort();
	pthread_mutex_init(&c->m, NULL);
	return c;
}

void
channel_free(channel *c)
{
	for (int i = 0; i < 2; i++) {
		close(c->items[i]);
		close(c->room[i]);
		if (!i || !c->closed)
			close(c->shut[i]);
	}
	free(c);
}

static void
await(channel *c, int fd)
{
	struct pollfd p[2] = {{fd, POLLIN, 0}, {c->shut[0], POLLIN, 0}};
	while (poll(p, 2, -1) < 0 && errno == EINTR)
		;
}

enum channel_status
channel_send(channel *c, int item)
{
	for (;;) {
		char t;
		int done = 0, shut;
		pthread_mutex_lock(&c->m);
		shut = c->closed;
		if (!shut && read(c->room[0], &t, 1) == 1)
			done = write(c->items[1], &item, sizeof item) == sizeof item;
		pthread_mutex_unlock(&c->m);
		if (shut)
			return CHANNEL_CLOSED;
		if (done)
			return CHANNEL_OK;
		await(c, c->room[0]);
	}
}

enum channel_status
channel_recv(channel *c, int *item)
{
	for (;;) {
		int done, shut;
		pthread_mutex_lock(&c->m);
		done = read(c->items[0], item, sizeof *item) == sizeof *item;
		if (done && write(c->room[1], "", 1) != 1)
			abort();
		shut = c->closed;
		pthread_mutex_unlock(&c->m);
		if (done)
			return CHANNEL_OK;
		if (shut)
			return CHANNEL_CLOSED;
		await(c, c->items[0]);
	}
}

enum channel_status
channel_close(channel *c)
{
	pthread_mutex_lock(&c->m);
	int was = c->closed;
	c->closed = 1;
	if (!was)
		close(c->shut[1]); /* all who poll it see a hang-up */
	pthread_mutex_unlock(&c->m);
	return was ? CHANNEL_CLOSED : CHANNEL_OK;
}
