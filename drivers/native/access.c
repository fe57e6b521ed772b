#include "drivers/native/access.h"

#include "drivers/native/atomics.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/choice.h"
#include "drivers/native/heap.h"
#include "drivers/native/lent.h"
#include "drivers/native/margins.h"
#include "drivers/native/misuse.h"
#include "drivers/native/schedule.h"
#include "drivers/native/shown.h"
#include "drivers/native/trace.h"
#include "drivers/native/turns.h"
#include "drivers/native/unhooked.h"
#include "drivers/native/views.h"

#include <stdio.h>
#include <string.h>
#include <unwind.h>

enum {
	/* laps in a row after which a task gives way though it may only count; and of such laps, those that make a round of polling */
	FEW_LAPS = 4,
	MANY_LAPS = 32,
	/* what of memory is looked at to tell whether it has changed */
	LONGEST_VALUE = 256,
	LONGEST_STACK = 1 << 18,
	FRAMES = 16,
	DEEPEST = 64,
	LAST_TOLD = 8,
	REGISTERS = 16,
	/* times that a task may come from a loop with something new until that is not known to be new any more */
	MOST_BEEN = 128,
};

/* Where the functions of each task were called from, and where in its stack: what was left by a jump lies below its caller. */
static struct frame {
	const void *place;
	uintptr_t at;
} frames[MOST_CARRIERS][DEEPEST];

/* The accesses that the function that each task is in has told of last. */
static struct told {
	uintptr_t at;
	size_t size;
} told[MOST_CARRIERS][LAST_TOLD];
static unsigned ntold[MOST_CARRIERS];

/* Where each task came from a loop, with what it knew, since this was the news. */
static struct been {
	uint64_t news;
	unsigned n;
	uint64_t keys[MOST_BEEN];
} been[MOST_CARRIERS];

static bool hooked;
static uint64_t different; /* a number that is not used twice */

void
access_begin(void)
{
	hooked = true;
}

bool
access_hooked(void)
{
	return hooked;
}

/* A function tells of its own accesses right before it makes them. */
static void
forget_told(const struct task *t)
{
	memset(told[t->number], 0, sizeof told[t->number]);
}

/* --- the shadow stack --- */

void
access_enter(const void *place)
{
	struct task *t = schedule_self();
	if (!t)
		return;
	struct frame *f = frames[t->number];
	forget_told(t);
	uintptr_t at = (uintptr_t)__builtin_frame_address(0);
	if (t->depth > DEEPEST && f[DEEPEST - 1].at <= at)
		t->depth = DEEPEST;
	while (t->depth > 0 && t->depth <= DEEPEST && f[t->depth - 1].at <= at)
		t->depth--;
	if (t->depth < DEEPEST)
		f[t->depth] = (struct frame){place, at};
	t->depth++;
}

void
access_leave(void)
{
	struct task *t = schedule_self();
	if (!t)
		return;
	forget_told(t);
	t->depth -= t->depth > 0;
}

size_t
access_stack(const struct task *t, const void **at, size_t most)
{
	size_t n = 0;
	for (size_t i = t->depth < DEEPEST ? t->depth : DEEPEST; i-- > 0 && n < most;)
		at[n++] = frames[t->number][i].place;
	return n;
}

/* --- who looks and waits --- */

static uint64_t
mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ b) * 0x9e3779b97f4a7c15u;
	return x ^ x >> 29;
}

static uint64_t
bit_of(const void *at)
{
	return 1ull << (mix((uintptr_t)at >> 3, 0) >> 58);
}

/* What is there now, in a number; where nothing is, the call dies of it here. */
__attribute__((no_sanitize("nonnull-attribute"))) static uint64_t
value_at(const void *at, size_t size)
{
	const unsigned char *p = at;
	uint64_t value = size, part;
	if (size > LONGEST_VALUE)
		return different++;
	for (size_t n; size > 0; size -= n, p += n) {
		n = size < sizeof part ? size : sizeof part;
		part = 0;
		memcpy(&part, p, n);
		value = mix(value, part);
	}
	return value;
}

struct state {
	const void *place;
	uintptr_t stack_end;
	uint64_t value;
	int frames;
};

/* All that the task itself knows at the place: the registers that outlive the hook, or all at an instruction, and its stack. */
static _Unwind_Reason_Code
find_state(struct _Unwind_Context *c, void *arg)
{
	static const int registers[] = {3, 6, 12, 13, 14, 15}; /* rbx, rbp, r12 to r15 */
	struct state *s = arg;
	int interrupted;
	if ((const void *)_Unwind_GetIPInfo(c, &interrupted) != s->place)
		return ++s->frames < FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
	for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
		s->value = mix(s->value, _Unwind_GetGR(c, registers[i]));
	for (int i = 0; i < REGISTERS && interrupted; i++)
		s->value = mix(s->value, _Unwind_GetGR(c, i));
	uintptr_t from = _Unwind_GetCFA(c);
	if (from >= s->stack_end || s->stack_end - from > LONGEST_STACK)
		return _URC_END_OF_STACK;
	for (; from + sizeof(uint64_t) <= s->stack_end; from += sizeof(uint64_t))
		s->value = mix(s->value, *(const uint64_t *)from);
	s->frames = FRAMES + 1;
	return _URC_END_OF_STACK;
}

static uint64_t
state_of(struct task *t, const void *place)
{
	struct state s = {.place = place, .stack_end = t->stack_end};
#if defined __x86_64__
	if (t->stack) {
		schedule_hide(); /* the unwinder has a primitive of its own */
		_Unwind_Backtrace(find_state, &s);
		schedule_show(t);
	}
#endif
	return s.frames > FRAMES ? s.value : different++;
}

/* Was it here before, with all that it knows as it is now, and the same there, since something last happened? */
static bool
been_here(struct task *t, const void *at, uint64_t value, const void *place)
{
	struct been *b = &been[t->number];
	uint64_t key = mix(mix(state_of(t, place), (uintptr_t)at), value);
	if (b->news != tasks_news())
		b->n = 0;
	b->news = tasks_news();
	for (unsigned i = 0; i < b->n; i++)
		if (b->keys[i] == key)
			return true;
	if (b->n < MOST_BEEN)
		b->keys[b->n++] = key;
	return false;
}

/*
 * Who tries to get a lock, gets it, looks at what it guards and lets it go again comes from one loop into another, time and again. It has left
 * neither as long as it comes to what it came to before.
 */
static void
go_round(struct task *t, const void *at, size_t size, const void *place)
{
	if (t->looks && task_leaves(t, place) && been_here(t, identity(at), value_at(at, size), place))
		task_stays(t, place);
}

/* The task has left the loop, and goes on. */
static void
calm(struct task *t, const void *at, uint64_t value, const void *place)
{
	if (t->looks && !been_here(t, at, value, place))
		t->looks = t->polling = false;
}

static void
give_way(struct task *t)
{
	bool polled = t->polling;
	if (!task_gives_way(t))
		return;
	t->looks = t->looks || !polled;
	trace_ending(t->actor, SRTEST_GIVES_WAY);
}

static void
lap(struct task *t, const void *place)
{
	struct laps *l = &t->laps;
	if (laps_ask(l))
		laps_tell(l, state_of(t, place));
	if (t->granted > 0 || l->again || l->same >= FEW_LAPS)
		give_way(t);
	if (l->again || l->same % (MANY_LAPS * turns_patience()) == FEW_LAPS)
		t->idle++;
}

static void
look(struct task *t, const void *at, uint64_t value, const void *place)
{
	at = identity(at);
	t->looked_at |= bit_of(at);
	if (laps_read(&t->laps, (uintptr_t)at, (uintptr_t)place, value))
		lap(t, place);
	else if (laps_left(&t->laps))
		calm(t, at, value, place);
}

/*
 * Those who poll may change what they all look at for ever: each takes a lock, finds nothing, and gives it back. Who has to wait for that seems
 * to have left the loop.
 */
static bool
may_stir(struct task *t)
{
	return !t->gave_way || t->stirred++ < turns_enough();
}

/* Whoever looked at it gets new rounds. */
static void
change(struct task *t, const void *at, uint64_t value, const void *place)
{
	at = identity(at);
	uint64_t bit = bit_of(at);
	if (laps_write(&t->laps, (uintptr_t)at, (uintptr_t)place, value))
		lap(t, place);
	else if (laps_left(&t->laps))
		calm(t, at, value, place);
	bool stirs = may_stir(t);
	if (!t->polling && stirs) {
		t->idle = t->lone = 0;
		t->looked_at = 0;
	}
	if (!stirs)
		return;
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].idle > 0 && &tasks[i] != t && (tasks[i].looked_at & bit))
			tasks[i].idle = tasks[i].lone = 0;
}

/* --- accesses --- */

static void
tell(const struct task *t, const void *at, size_t size)
{
	told[t->number][ntold[t->number]++ % LAST_TOLD] = (struct told){(uintptr_t)at, size};
}

bool
access_told(uintptr_t from, uintptr_t to)
{
	const struct task *t = schedule_self();
	for (unsigned i = 0; t && i < LAST_TOLD; i++)
		if (told[t->number][i].at <= to && from < told[t->number][i].at + told[t->number][i].size)
			return true;
	return false;
}

static void
blame_lent(const void *at, size_t size, const char *does, const void *place)
{
	char what[160], where[100];
	lent_describe(where, sizeof where, at);
	snprintf(what, sizeof what, "%s %zu %s %s", does, size, size == 1 ? "byte" : "bytes", where);
	misuse_memory(what, place, NULL, NULL);
}

/* Where they are does not depend on who comes in between. */
static void
check_margins(const void *at, size_t size, const char *does, const void *place)
{
	if (margins_used && margins_find(at, size))
		margins_blame(at, size, does, place);
}

/* Nobody else comes in between this and the access. */
static void
check_block(const void *at, size_t size, const char *does, bool reads, const void *place)
{
	if (!heap_may_access(at, size))
		heap_blame(at, size, does, place);
	if (!lent_may_access(at, size))
		blame_lent(at, size, does, place);
	if (!reads)
		heap_note_write(at, size);
	else if (!heap_is_written(at, size))
		heap_tell_unwritten(at, size, place);
}

static struct task *
self(const void *place)
{
	struct task *t = schedule_self();
	if (!t && schedule_is_lost())
		overwritten(place);
	return t;
}

/* Loads and stores of parts of eight bytes order as those of all of them do. */
static void
order(const void *at, size_t size, bool gives)
{
	for (uintptr_t eight = (uintptr_t)at & ~(uintptr_t)7; eight < (uintptr_t)at + size; eight += 8) {
		race_take((const void *)eight);
		if (gives)
			race_give((const void *)eight);
	}
}

/* Others come in between, unless only the caller can know of this memory: then false. */
static bool
come_to(struct task *t, const void *at, size_t size, bool writes, const void *place)
{
	if (!t || size == 0)
		return false;
	check_margins(at, size, writes ? "writes" : "reads", place);
	if (shown_to_nobody(t, (uintptr_t)at, size))
		return false;
	go_round(t, at, size, place);
	schedule_access(writes ? "write memory" : "read memory", at, size, writes, place);
	check_block(at, size, writes ? "writes" : "reads", !writes, place);
	return true;
}

static void
note(struct task *t, const void *at, size_t size, bool writes, const void *place)
{
	if (writes)
		show_written(t, at, size);
	if (writes)
		change(t, at, value_at(at, size), place);
	else
		look(t, at, value_at(at, size), place);
}

/* Code that is read as data is to be found as it was written. What runs there is not seen from then on. */
static void
uncover(const void *at, size_t size)
{
	if (breakpoints_read(at, size) && (atomics_watched() || unhooked_watched()))
		race_give_up();
}

void
access_memory(const void *at, size_t size, enum race_kind kind, const void *place)
{
	struct task *t = self(place);
	bool writes = kind == RACE_WRITE || kind == RACE_ATOMIC_WRITE;
	uncover(at, size);
	if (t && hooked)
		tell(t, at, size);
	if (!come_to(t, at, size, writes, place))
		return;
	if (atomics_own(at, size, writes)) {
		kind = writes ? RACE_ATOMIC_WRITE : RACE_ATOMIC_READ;
		order(at, size, writes);
	}
	race_access(at, size, kind, place);
	note(t, at, size, writes, place);
}

void
access_unhooked(const void *at, size_t size, bool writes, const void *place)
{
	struct task *t = self(place);
	bool is_told = access_told((uintptr_t)at, (uintptr_t)at + size);
	if (!is_told && !come_to(t, at, size, writes, place))
		return;
	atomics_own(at, size, writes);
	order(at, size, writes);
	if (!is_told)
		note(t, at, size, writes, place);
}

void
access_volatile(const void *at, size_t size, bool writes, const void *place)
{
	if (atomics_watched())
		access_memory(at, size, writes ? RACE_ATOMIC_WRITE : RACE_ATOMIC_READ, place);
	else
		access_memory(at, size, writes ? RACE_WRITE : RACE_READ, place);
}

void
access_bare(const void *at, size_t size, bool writes, const void *place)
{
	uncover(at, size);
	if (!self(place) || size == 0)
		return;
	check_margins(at, size, writes ? "writes" : "reads", place);
	check_block(at, size, writes ? "writes" : "reads", !writes, place);
}

void
access_atomic(const void *at, size_t size, const char *action, const void *place)
{
	struct task *t = self(place);
	if (t) {
		shown_to_nobody(t, (uintptr_t)at, size); /* whatever it says: nobody needs atomic variables alone */
		go_round(t, at, size, place);
		schedule_access(action, at, size, true, place);
		check_block(at, size, "accesses atomically", strcmp(action, "atomic load") == 0, place);
	}
}

void
access_done(const void *at, size_t size, enum race_kind kind, uint64_t was, bool changed, const void *place)
{
	struct task *t = schedule_self();
	if (!t)
		return;
	if (atomics_own(at, size, false))
		order(at, size, kind != RACE_ATOMIC_READ);
	race_access(at, size, kind, place);
	if (changed)
		show_written(t, at, size);
	if (changed)
		change(t, at, was, place);
	else
		look(t, at, was, place);
}

bool
access_fails(const void *at, const void *place)
{
	struct task *t = schedule_self();
	if (!t || !choose_rare(t, SRTEST_EXCHANGE))
		return false;
	schedule_tell("fail to exchange", at, place);
	return true;
}
