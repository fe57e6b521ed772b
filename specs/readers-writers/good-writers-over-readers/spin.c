/*
 * Pure spinning on one atomic word: the readers in its low byte, one bit for a writer at work, and above it the writers
 * that want to, which announce themselves first.
 */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <stdatomic.h>
#include <stdlib.h>

#define READER 1u
#define READERS 0xffu
#define WRITING 0x100u
#define WANTS_TO_WRITE 0x200u

struct rw {
	atomic_uint word;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	atomic_init(&l->word, 0);
	return l;
}

void
rw_free(rw *l)
{
	free(l);
}

void
rw_before_read(rw *l)
{
	for (;;) {
		unsigned now = atomic_load_explicit(&l->word, memory_order_relaxed);
		if (now < WRITING && atomic_compare_exchange_weak(&l->word, &now, now + READER))
			return;
	}
}

void
rw_after_read(rw *l)
{
	atomic_fetch_sub(&l->word, READER);
}

void
rw_before_write(rw *l)
{
	unsigned now = atomic_fetch_add(&l->word, WANTS_TO_WRITE) + WANTS_TO_WRITE;
	while (now & (READERS | WRITING) || !atomic_compare_exchange_weak(&l->word, &now, now - WANTS_TO_WRITE + WRITING))
		now = atomic_load_explicit(&l->word, memory_order_relaxed);
}

void
rw_after_write(rw *l)
{
	atomic_fetch_sub(&l->word, WRITING);
}
