/*
 * Who arrives looks at the sense of the round first, and leaves when it has turned. Rounds have only two senses, and another one may begin
 * between a look and the arrival: so a thread leaves at once, or waits for a round that is over.
 */
/* class: safety or progress */
#include "../barrier.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct barrier {
	atomic_uint arrived;
	atomic_bool sense;
	unsigned parties;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	b->parties = parties;
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
	bool mine = atomic_load(&b->sense);
	if (atomic_fetch_add(&b->arrived, 1) + 1 == b->parties) {
		atomic_store(&b->arrived, 0);
		atomic_store(&b->sense, !mine);
	} else {
		while (atomic_load(&b->sense) == mine)
			sched_yield();
	}
}
