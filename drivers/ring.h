/*
 * The two ends of a ring in shared memory (drivers/srtest-host.h). An end keeps its own counter to itself and checks the
 * other's each time, so nothing that is written into the shared memory can make it read or write outside of the ring.
 */
#ifndef DRIVERS_RING_H
#define DRIVERS_RING_H

#include "drivers/srtest-host.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct ring_end {
	struct srtest_ring *ring;
	uint32_t mine; /* how far this end has written or read */
	/* Waits until the counter is no longer what was seen, or for a while. False: give up. */
	bool (*wait)(void *context, _Atomic uint32_t *counter, uint32_t seen);
	void (*wake)(_Atomic uint32_t *counter);
	void *context; /* of wait */
	const _Atomic uint32_t *looks; /* how often this end looks before it waits; NULL: not at all */
};

/* How it went. NONSENSE: the other side's counter cannot be true. */
enum ring_result { RING_DONE, RING_GAVE_UP, RING_NONSENSE };

/* A writer wakes the other side when it flushes, and where there is no more room. */
enum ring_result ring_write(struct ring_end *, const void *, size_t n);
enum ring_result ring_read(struct ring_end *, void *, size_t n);
void ring_flush(struct ring_end *writer);

#endif
