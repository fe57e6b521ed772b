/* A spin lock made of an atomic_flag around two plain counters; between two looks the processor is told to pause. */
#include "../readers-writers.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#if defined __x86_64__ || defined __i386__
#define pause() __builtin_ia32_pause()
#else
#define pause() atomic_thread_fence(memory_order_seq_cst)
#endif

struct rw {
	atomic_flag taken;
	int readers, writers;
};

static void
lock(rw *l)
{
	while (atomic_flag_test_and_set_explicit(&l->taken, memory_order_acquire))
		pause();
}

static void
unlock(rw *l)
{
	atomic_flag_clear_explicit(&l->taken, memory_order_release);
}

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	*l = (rw){.taken = ATOMIC_FLAG_INIT};
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
	for (bool in = false; !in;) {
		lock(l);
		if ((in = l->writers == 0))
			l->readers++;
		unlock(l);
		if (!in)
			pause();
	}
}

void
rw_after_read(rw *l)
{
	lock(l);
	l->readers--;
	unlock(l);
}

void
rw_before_write(rw *l)
{
	for (bool in = false; !in;) {
		lock(l);
		if ((in = l->writers == 0 && l->readers == 0))
			l->writers++;
		unlock(l);
		if (!in)
			pause();
	}
}

void
rw_after_write(rw *l)
{
	lock(l);
	l->writers--;
	unlock(l);
}
