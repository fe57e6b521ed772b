#include "drivers/native/trace.h"

#include "drivers/native/library.h"
#include "drivers/wire.h"

enum { MOST_STEPS = 20000 };

static struct step {
	int32_t actor;
	const char *action;
	uint64_t object;
	const void *place;
	uint64_t time;
	enum srtest_ending ending;
	size_t size; /* of the memory that it accesses; 0: it does something else */
	bool writes;
} steps[MOST_STEPS];
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

void
trace_step(int32_t actor, const char *action, uint64_t object, const void *place, uint64_t time)
{
	mark = (mark ^ (uintptr_t)action ^ (uintptr_t)place ^ (uint64_t)(uint32_t)actor << 48 ^ time) * 0x9e3779b97f4a7c15u;
	mark ^= mark >> 32;
	if (wanted && nsteps < MOST_STEPS)
		steps[nsteps++] = (struct step){actor, action, object, place, time, SRTEST_GOES_ON, 0, false};
}

void
trace_access(int32_t actor, const char *action, const void *at, size_t size, bool writes, const void *place, uint64_t time)
{
	if (wanted && nsteps < MOST_STEPS)
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

size_t
trace_steps(void)
{
	return nsteps;
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
