#include "drivers/native/trace.h"

#include "drivers/native/library.h"
#include "drivers/wire.h"

#include <string.h>

enum {
	MOST_STEPS = 20000,
	MOST_KEPT = 4 * MOST_STEPS, /* with accesses that may turn out not to matter */
	GRAIN = 8, /* bytes of memory that count as one thing */
	MOST_GRAINS = 1 << 17,
	LONGEST = 64, /* bytes of an access that are looked at */
};

static struct step {
	int32_t actor;
	const char *action;
	uint64_t object;
	const void *place;
	uint64_t time;
	enum srtest_ending ending;
	size_t size; /* of the memory that it accesses; 0: it does something else */
	bool writes;
} steps[MOST_KEPT];
static size_t nsteps;
static bool wanted;
static uint64_t mark;

void
trace_begin(bool w)
{
	wanted = w;
	nsteps = 0;
	mark = 0;
}

uint64_t
trace_mark(void)
{
	return mark;
}

/* --- which accesses matter --- */

/* What was done to a grain of memory. */
static struct grain {
	uint64_t number; /* + 1; 0: free */
	int32_t actor;
	bool several, written;
} grains[MOST_GRAINS];

/* The entry for it; it may be a free one. NULL: there is no room. */
static struct grain *
grain(uint64_t number)
{
	size_t at = (size_t)(number * 0x9e3779b97f4a7c15u >> 47);
	for (size_t i = 0; i < MOST_GRAINS / 2; i++) {
		struct grain *g = &grains[(at + i) % MOST_GRAINS];
		if (!g->number || g->number == number + 1)
			return g;
	}
	return NULL;
}

static uint64_t
last_grain(const struct step *s)
{
	return (s->object + (s->size < LONGEST ? s->size : LONGEST) - 1) / GRAIN;
}

static void
note_access(const struct step *s)
{
	for (uint64_t i = s->object / GRAIN; i <= last_grain(s); i++) {
		struct grain *g = grain(i);
		if (!g)
			continue;
		if (!g->number)
			*g = (struct grain){i + 1, s->actor, false, false};
		g->several = g->several || g->actor != s->actor;
		g->written = g->written || s->writes;
	}
}

/* Is it to memory that several touch, of whom one may have changed it? Or did something come of it? */
static bool
matters(const struct step *s)
{
	if (s->size == 0 || s->ending != SRTEST_GOES_ON)
		return true;
	for (uint64_t i = s->object / GRAIN; i <= last_grain(s); i++) {
		const struct grain *g = grain(i);
		if (!g || (g->several && g->written))
			return true;
	}
	return false;
}

/* Leaves out accesses that nobody needs to see. */
static void
leave_out(void)
{
	size_t n = 0;
	memset(grains, 0, sizeof grains);
	for (size_t i = 0; i < nsteps; i++)
		if (steps[i].size)
			note_access(&steps[i]);
	for (size_t i = 0; i < nsteps; i++)
		if (matters(&steps[i]))
			steps[n++] = steps[i];
	nsteps = n;
}

/* --- steps --- */

/* Another process may have the same at other addresses, so they are counted from where the host and the library begin. */
static void
note_mark(int32_t actor, const char *action, const void *place, uint64_t time)
{
	extern const char __executable_start;
	uintptr_t what = (uintptr_t)action - (uintptr_t)&__executable_start, offset = 0;
	library_any_code_at(place, &offset);
	mark = (mark ^ what ^ (uint64_t)offset << 24 ^ (uint64_t)(uint32_t)actor << 48 ^ time) * 0x9e3779b97f4a7c15u;
	mark ^= mark >> 32;
}

static bool
room(void)
{
	return wanted && nsteps < MOST_KEPT;
}

void
trace_step(int32_t actor, const char *action, uint64_t object, const void *place, uint64_t time)
{
	note_mark(actor, action, place, time);
	if (room())
		steps[nsteps++] = (struct step){actor, action, object, place, time, SRTEST_GOES_ON, 0, false};
}

void
trace_access(int32_t actor, const char *action, const void *at, size_t size, bool writes, const void *place, uint64_t time)
{
	note_mark(actor, action, place, time);
	if (room())
		steps[nsteps++] = (struct step){actor, action, (uintptr_t)at, place, time, SRTEST_GOES_ON, size, writes};
}

void
trace_ending(int32_t actor, enum srtest_ending ending)
{
	for (size_t i = nsteps; wanted && i-- > 0;) {
		if (steps[i].actor != actor || steps[i].ending == SRTEST_WAKES)
			continue;
		if (steps[i].ending == SRTEST_GOES_ON)
			steps[i].ending = ending;
		return;
	}
}

void
trace_stays(int32_t actor)
{
	for (size_t i = nsteps; wanted && i-- > 0;)
		if (steps[i].actor == actor && steps[i].ending == SRTEST_GIVES_WAY) {
			steps[i].ending = SRTEST_GOES_ON;
			return;
		}
}

void
trace_end(void)
{
	if (wanted)
		leave_out();
}

size_t
trace_steps(void)
{
	return nsteps < MOST_STEPS ? nsteps : MOST_STEPS;
}

void
trace_write(size_t nth, struct text *out)
{
	const struct step *s = &steps[nth];
	uintptr_t offset;
	wire_int(out, s->actor);
	wire_string(out, s->action);
	wire_uint(out, s->object);
	if (s->place && library_place(s->place, &offset))
		wire_uint(out, offset);
	else
		wire_none(out);
	wire_int(out, s->ending);
	wire_uint(out, s->time);
}
