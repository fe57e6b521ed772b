#include "drivers/native/trace.h"

#include "drivers/native/library.h"
#include "drivers/wire.h"

#include <stdio.h>
#include <string.h>

enum {
	MOST_STEPS = 20000,
	MOST_KEPT = 4 * MOST_STEPS, /* with accesses that may turn out not to matter */
	GRAIN = 8, /* bytes of memory that count as one thing */
	MOST_GRAINS = 1 << 17,
	LONGEST = 64, /* bytes of an access that are looked at */
	MOST_FOUND = 16, /* values that are found for ever, by all actors; and by one */
	EACH_FOUND = 3,
	LAST_STEPS = 12, /* of an actor that are looked through for them */
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
static struct step found[MOST_FOUND]; /* told behind the others */
static char found_words[MOST_FOUND][64];
static size_t nfound;
static bool wanted;
static uint64_t mark;

void
trace_begin(bool w)
{
	wanted = w;
	nsteps = nfound = 0;
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

/* --- what is found for ever --- */

bool
trace_wanted(void)
{
	return wanted;
}

static bool
is_found(int32_t actor, uintptr_t at)
{
	size_t n = 0;
	for (size_t i = 0; i < nfound; i++) {
		if (found[i].actor == actor && found[i].object == at)
			return true;
		n += found[i].actor == actor;
	}
	return n == EACH_FOUND;
}

static int64_t
as_signed(uint64_t value, size_t size)
{
	return size == 1 ? (int8_t)value : size == 2 ? (int16_t)value : size == 4 ? (int32_t)value : (int64_t)value;
}

void
trace_waits(int32_t actor, uintptr_t at, size_t size, uint64_t value, const void *place)
{
	if (!wanted || nfound == MOST_FOUND || is_found(actor, at))
		return;
	char *words = found_words[nfound];
	snprintf(words, sizeof *found_words, "find %lld for ever in memory", (long long)as_signed(value, size));
	found[nfound++] = (struct step){actor, words, at, place, 0, SRTEST_GOES_ON, 0, false};
}

void
trace_waits_there(int32_t actor)
{
	size_t n = 0;
	for (size_t i = nsteps; i-- > 0 && n < LAST_STEPS;) {
		const struct step *s = &steps[i];
		uint64_t value = 0;
		if (s->actor != actor)
			continue;
		n++;
		if (s->size == 0 || s->writes || s->size > sizeof value)
			continue;
		memcpy(&value, (const void *)(uintptr_t)s->object, s->size);
		trace_waits(actor, (uintptr_t)s->object, s->size, value, s->place);
	}
}

/* --- what nobody needs to see --- */

/* Does it look at something, and will it find the same there for ever? */
static bool
looks_for_ever(const struct step *s)
{
	bool told = false;
	for (size_t i = 0; i < nfound; i++)
		told = told || found[i].actor == s->actor;
	return told && s->ending != SRTEST_WAKES && (strcmp(s->action, "spin") == 0 || (s->size && !s->writes));
}

static bool
is_among(const struct step *s, const struct step *of, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (of[i].actor == s->actor && of[i].action == s->action && (of[i].place == s->place || !s->size) && of[i].object == s->object)
			return true;
	return false;
}

/* Leaves out accesses that say nothing; and where in the end all look for ever, each look but the first. */
static void
leave_out(void)
{
	size_t n = 0, settled = nsteps, looks = 0;
	memset(grains, 0, sizeof grains);
	for (size_t i = 0; i < nsteps; i++)
		if (steps[i].size)
			note_access(&steps[i]);
	while (settled > 0 && looks_for_ever(&steps[settled - 1]))
		settled--;
	for (size_t i = 0; i < nsteps; i++) {
		if (i == settled)
			looks = n;
		if (matters(&steps[i]) && !(i >= settled && is_among(&steps[i], steps + looks, n - looks)))
			steps[n++] = steps[i];
	}
	nsteps = n;
}

void
trace_end(void)
{
	if (wanted)
		leave_out();
}

static size_t
most_steps(void)
{
	return nsteps < MOST_STEPS ? nsteps : MOST_STEPS;
}

size_t
trace_steps(void)
{
	return most_steps() + nfound;
}

static void
write_place(const void *place, struct text *out)
{
	uintptr_t offset, any;
	if (place && library_place(place, &offset)) {
		wire_uint(out, offset);
	} else if (place && library_code_at(place, &any)) {
		size_t list = wire_open_list(out);
		wire_string(out, library_file(place, &offset));
		wire_uint(out, offset);
		wire_close_list(out, list);
	} else {
		wire_none(out);
	}
}

void
trace_write(size_t nth, struct text *out)
{
	const struct step *s = nth < most_steps() ? &steps[nth] : &found[nth - most_steps()];
	wire_int(out, s->actor);
	wire_string(out, s->action);
	wire_uint(out, s->object);
	write_place(s->place, out);
	wire_int(out, s->ending);
	wire_uint(out, s->time);
}
