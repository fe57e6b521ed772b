#include "drivers/native/race.h"

#include "drivers/native/access.h"
#include "drivers/native/clocks.h"
#include "drivers/native/schedule.h"
#include "drivers/native/shadow.h"
#include "drivers/native/stacks.h"
#include "drivers/native/views.h"

#include <string.h>

/* OBJECT: a cell that is no access; among the kinds. */
enum { OBJECT = RACE_ATOMIC_UPDATE + 1, MOST_TOLD = 4096, MOST_BEGUN = 1 << 14 };

static enum race_watch wanted;
static bool watching; /* else there was no room for this test */

/* What a slot stood for, from when on. */
static struct begun {
	int slot;
	uint32_t since;
	int32_t actor;
	bool called;
	uint64_t call;
} begun[MOST_BEGUN];
static size_t nbegun;

/* Pairs of places that were told. */
static struct pair {
	uint64_t test;
	const void *low, *high;
} told[MOST_TOLD];
static size_t ntold;
static uint64_t tests;

/* The stack that each task had when it was last kept. */
static struct last {
	uint64_t test;
	size_t n;
	const void *frames[STACKS_DEEPEST];
	uint32_t stack;
} last[MOST_CARRIERS];

void
race_watch(enum race_watch w)
{
	wanted = w;
	race_reset();
}

bool
race_watched(void)
{
	return watching;
}

bool
race_watched_anew(void)
{
	return wanted == RACE_WATCH_ALL;
}

bool
race_missed(void)
{
	return wanted != RACE_WATCH_OFF && !watching;
}

void
race_reset(void)
{
	watching = wanted != RACE_WATCH_OFF && shadow_reset();
	if (!watching)
		return;
	clocks_reset();
	stacks_reset();
	nbegun = 0;
	tests++;
	if (wanted == RACE_WATCH_ALL)
		ntold = 0;
}

static struct task *
self(void)
{
	return watching ? schedule_self() : NULL;
}

/* Where there is no room to remember an access, order and races of the test are unknown from there on, too. */
void
race_give_up(void)
{
	watching = false;
}

/* --- order --- */

/* The number of an object; 0: it is none yet, or there is no room. */
static uint32_t
object_at(const void *at, bool make)
{
	uint8_t byte = (uint8_t)(1u << ((uintptr_t)at % 8));
	uint32_t *list = shadow_list((uintptr_t)at / 8);
	if (list)
		for (uint32_t i = *list; i; i = shadow_cell(i)->next)
			if (shadow_cell(i)->kind == OBJECT && shadow_cell(i)->bytes == byte)
				return shadow_cell(i)->clock;
	if (list && !make)
		return 0;
	uint32_t number = list ? shadow_new() : 0, object = number ? clocks_object() : 0;
	if (object) {
		*shadow_cell(number) = (struct cell){.next = *list, .clock = object, .bytes = byte, .kind = OBJECT};
		*list = number;
	} else {
		race_give_up();
	}
	return object;
}

void
race_give(const void *at)
{
	const struct task *t = self();
	uint32_t object = t ? object_at(identity(at), true) : 0;
	if (object && !clocks_give(t->number, object))
		race_give_up();
}

void
race_take(const void *at)
{
	const struct task *t = self();
	uint32_t object = t ? object_at(identity(at), false) : 0;
	if (object)
		clocks_take(t->number, object);
}

void
race_take_all(void)
{
	const struct task *t = self();
	if (!t)
		return;
	clocks_take(t->number, CLOCKS_OF_PHASES);
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state != TASK_FREE && &tasks[i] != t)
			clocks_tell(tasks[i].number, t->number);
}

void
race_wake(const struct task *to)
{
	const struct task *t = self();
	if (t && t != to)
		clocks_tell(t->number, to->number);
}

void
race_join(const struct task *from)
{
	const struct task *t = self();
	if (t && t != from)
		clocks_tell(from->number, t->number);
}

/* --- who it was --- */

void
race_start(const struct task *t)
{
	if (!watching)
		return;
	if (schedule_self())
		clocks_tell(schedule_self()->number, t->number);
	else
		clocks_take(t->number, CLOCKS_OF_PHASES);
	clocks_tick(t->number);
	if (nbegun == MOST_BEGUN)
		race_give_up();
	else
		begun[nbegun++] = (struct begun){.slot = t->number, .since = clocks_now(t->number), .actor = t->actor};
}

void
race_call(const struct task *t, uint64_t number)
{
	if (!watching || !nbegun || begun[nbegun - 1].slot != t->number)
		return;
	begun[nbegun - 1].called = true;
	begun[nbegun - 1].call = number;
}

void
race_end(const struct task *t)
{
	if (watching && !clocks_give(t->number, CLOCKS_OF_PHASES))
		race_give_up();
}

static struct race_side
side_of(const struct cell *c)
{
	struct race_side s = {.kind = (enum race_kind)c->kind, .place = c->place};
	s.stack = stacks_at(c->stack, &s.depth);
	for (size_t i = 0; i < nbegun; i++) {
		if (begun[i].slot != c->slot || begun[i].since > c->clock)
			continue;
		s.actor = begun[i].actor;
		s.called = begun[i].called;
		s.call = begun[i].call;
	}
	return s;
}

/* --- accesses --- */

/* An access that is going on; `cell` is what will be remembered of it. */
struct touch {
	struct task *task;
	struct cell cell;
	bool kept; /* its stack is */
	const void *at;
	size_t size;
};

static bool
is_atomic(unsigned kind)
{
	return kind >= RACE_ATOMIC_READ;
}

static bool
writes(unsigned kind)
{
	return kind != RACE_READ && kind != RACE_ATOMIC_READ;
}

/* Whatever races with the old access, races with the new one: the old one need not be remembered. */
static bool
stands_for(unsigned new, unsigned old)
{
	return (is_atomic(old) || !is_atomic(new)) && (writes(new) || !writes(old));
}

static bool
conflict(unsigned a, unsigned b)
{
	return (writes(a) || writes(b)) && !(is_atomic(a) && is_atomic(b));
}

static void
keep_stack(struct touch *a)
{
	struct last *l = &last[a->task->number];
	const void *frames[STACKS_DEEPEST];
	size_t n = access_stack(a->task, frames, STACKS_DEEPEST);
	if (l->test != tests || l->n != n || memcmp(l->frames, frames, n * sizeof *frames) != 0) {
		*l = (struct last){.test = tests, .n = n, .stack = stacks_keep(frames, n)};
		memcpy(l->frames, frames, n * sizeof *frames);
	}
	a->cell.stack = l->stack;
	a->kept = true;
}

/* True: this pair of places has not been told. */
static bool
is_news(const void *a, const void *b)
{
	struct pair p = {.low = a < b ? a : b, .high = a < b ? b : a};
	for (size_t i = 0; i < ntold; i++)
		if (told[i].low == p.low && told[i].high == p.high)
			return false;
	if (ntold == MOST_TOLD)
		return false;
	told[ntold++] = p;
	return true;
}

static void
found(struct touch *a, const struct cell *c)
{
	if (!is_news(a->cell.place, c->place))
		return;
	if (!a->kept)
		keep_stack(a);
	struct race_side earlier = side_of(c), later = side_of(&a->cell);
	race_tell(&earlier, &later, a->at, a->size);
}

/* Compares the access with what is remembered of the same bytes. True: it need not be remembered itself. */
static bool
compare(struct touch *a, uint32_t *list)
{
	for (uint32_t *at = list; *at;) {
		struct cell *c = shadow_cell(*at);
		bool mine = c->slot == a->cell.slot, over = mine || clocks_over(a->cell.slot, c->slot, c->clock);
		if (c->kind == OBJECT || !(c->bytes & a->cell.bytes)) {
			at = &c->next;
			continue;
		}
		if (mine && c->clock == a->cell.clock && !(a->cell.bytes & ~c->bytes) && stands_for(c->kind, a->cell.kind))
			return true;
		if (!over && conflict(c->kind, a->cell.kind))
			found(a, c);
		if ((over || conflict(c->kind, a->cell.kind)) && stands_for(a->cell.kind, c->kind))
			c->bytes = (uint8_t)(c->bytes & ~a->cell.bytes);
		if (c->bytes)
			at = &c->next;
		else
			shadow_drop(at);
	}
	return false;
}

static void
access_eight(struct touch *a, uintptr_t eight)
{
	uint32_t *list = shadow_list(eight);
	if (list && compare(a, list))
		return;
	uint32_t number = list ? shadow_new() : 0;
	if (!number) {
		race_give_up();
		return;
	}
	if (!a->kept)
		keep_stack(a);
	a->cell.next = *list;
	*shadow_cell(number) = a->cell;
	*list = number;
}

void
race_access(const void *at, size_t size, enum race_kind kind, const void *place)
{
	struct task *t = self();
	if (!t)
		return;
	if (is_atomic(kind))
		race_take(at);
	struct touch a = {.task = t, .cell = {.clock = clocks_now(t->number), .slot = (uint16_t)t->number, .kind = (uint8_t)kind, .place = place}, .at = at, .size = size};
	for (uintptr_t from = (uintptr_t)identity(at), to = from + size; from < to && watching;) {
		uintptr_t eight = from / 8, end = eight * 8 + 8 < to ? eight * 8 + 8 : to;
		a.cell.bytes = (uint8_t)((1u << (end - eight * 8)) - (1u << (from - eight * 8)));
		access_eight(&a, eight);
		from = end;
	}
	if (is_atomic(kind) && writes(kind))
		race_give(at);
}

void
race_forget(const void *at, size_t size)
{
	if (self())
		shadow_forget((uintptr_t)at, size);
}
