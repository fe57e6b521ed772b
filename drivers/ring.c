#include "drivers/ring.h"

#include <string.h>

#if defined __x86_64__
#define PAUSE() __builtin_ia32_pause()
#else
#define PAUSE() ((void)0)
#endif

enum { RING = sizeof((struct srtest_ring *)0)->bytes };

/* Looks for a while whether the counter moves, which costs less than to wait if that is soon. */
static bool
moves_soon(const struct ring_end *e, _Atomic uint32_t *counter, uint32_t seen)
{
	uint32_t looks = e->looks ? atomic_load_explicit(e->looks, memory_order_relaxed) : 0;
	for (uint32_t i = 0; i < looks && i < SRTEST_MOST_LOOKS; i++) {
		if (atomic_load_explicit(counter, memory_order_acquire) != seen)
			return true;
		PAUSE();
	}
	return false;
}

/* Says that this end waits, so that the other wakes it, and waits if the counter has not moved meanwhile. */
static bool
wait_for(struct ring_end *e, _Atomic uint32_t *counter, uint32_t seen, _Atomic uint32_t *waits)
{
	bool goes_on = true;
	if (moves_soon(e, counter, seen))
		return true;
	atomic_store(waits, 1);
	if (atomic_load(counter) == seen)
		goes_on = e->wait(e->context, counter, seen);
	atomic_store(waits, 0);
	return goes_on || atomic_load(counter) != seen;
}

/* How many bytes can be moved at once without going round. */
static size_t
stretch(uint32_t at, size_t wanted, uint32_t there)
{
	size_t part = wanted < there ? wanted : there, left = RING - at % RING;
	return part < left ? part : left;
}

void
ring_flush(struct ring_end *writer)
{
	if (atomic_load(&writer->ring->reader_waits))
		writer->wake(&writer->ring->head);
}

enum ring_result
ring_write(struct ring_end *e, const void *data, size_t n)
{
	struct srtest_ring *r = e->ring;
	const unsigned char *from = data;
	while (n > 0) {
		uint32_t tail = atomic_load(&r->tail), used = e->mine - tail;
		if (used > RING)
			return RING_NONSENSE;
		if (used == RING) {
			ring_flush(e);
			if (!wait_for(e, &r->tail, tail, &r->writer_waits))
				return RING_GAVE_UP;
			continue;
		}
		size_t part = stretch(e->mine, n, RING - used);
		memcpy(r->bytes + e->mine % RING, from, part);
		from += part;
		n -= part;
		e->mine += (uint32_t)part;
		atomic_store(&r->head, e->mine);
	}
	return RING_DONE;
}

enum ring_result
ring_read(struct ring_end *e, void *data, size_t n)
{
	struct srtest_ring *r = e->ring;
	unsigned char *to = data;
	while (n > 0) {
		uint32_t head = atomic_load(&r->head), there = head - e->mine;
		if (there > RING)
			return RING_NONSENSE;
		if (there == 0) {
			if (!wait_for(e, &r->head, head, &r->reader_waits))
				return RING_GAVE_UP;
			continue;
		}
		size_t part = stretch(e->mine, n, there);
		memcpy(to, r->bytes + e->mine % RING, part);
		to += part;
		n -= part;
		e->mine += (uint32_t)part;
		atomic_store(&r->tail, e->mine);
		if (atomic_load(&r->writer_waits))
			e->wake(&r->tail);
	}
	return RING_DONE;
}
