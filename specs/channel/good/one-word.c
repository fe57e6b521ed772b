/* One atomic word holds all: four bits for each item, their number, and whether it is closed. Naps between two looks. */
#include "../channel.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

struct channel {
	_Atomic uint64_t s;
	unsigned cap;
};

#define CLOSED (1ull << 63)
#define N(s) ((unsigned)((s) >> 56 & 15))
channel *
channel_new(int cap)
{
	if (cap > 8)
		abort();
	channel *c = malloc(sizeof *c);
	atomic_init(&c->s, 0);
	c->cap = cap;
	return c;
}

void
channel_free(channel *c)
{
	free(c);
}

static void
nap(void)
{
	thrd_sleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

enum channel_status
channel_send(channel *c, int item)
{
	uint64_t s = atomic_load(&c->s);
	for (;;) {
		if (s & CLOSED)
			return CHANNEL_CLOSED;
		if (N(s) == c->cap) {
			nap();
			s = atomic_load(&c->s);
			continue;
		}
		uint64_t t = (s | (uint64_t)item << 4 * N(s)) + (1ull << 56);
		if (atomic_compare_exchange_weak(&c->s, &s, t))
			return CHANNEL_OK;
	}
}

enum channel_status
channel_recv(channel *c, int *item)
{
	uint64_t s = atomic_load(&c->s);
	for (;;) {
		if (!N(s)) {
			if (s & CLOSED)
				return CHANNEL_CLOSED;
			nap();
			s = atomic_load(&c->s);
			continue;
		}
		uint64_t low = s & 0xffffffffull;
		uint64_t t = ((s & ~0xffffffffull) - (1ull << 56)) | low >> 4;
		if (atomic_compare_exchange_weak(&c->s, &s, t)) {
			*item = low & 15;
			return CHANNEL_OK;
		}
	}
}

enum channel_status
channel_close(channel *c)
{
	return atomic_fetch_or(&c->s, CLOSED) & CLOSED ? CHANNEL_CLOSED : CHANNEL_OK;
}
