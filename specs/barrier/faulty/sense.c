/* Each thread remembers the sense of its own last round; but not every thread takes part in every round. */
/* class: safety or progress */
#include "../barrier.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static _Thread_local bool sense;
struct barrier {
	atomic_uint left;
	atomic_bool sense;
	unsigned parties;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	b->parties = parties;
	b->left = parties;
	return b;
}

void
barrier_free(barrier *b)
{
	free(b);
}

void
barrier_wait(barrier *b)
{
	sense = !sense;
	if (atomic_fetch_sub(&b->left, 1) == 1) {
		atomic_store(&b->left, b->parties);
		atomic_store(&b->sense, sense);
	} else {
		while (atomic_load(&b->sense) != sense)
			sched_yield();
	}
}
