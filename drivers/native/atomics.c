#include "drivers/native/atomics.h"

#include "drivers/native/access.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/instruction.h"
#include "drivers/native/length.h"
#include "drivers/native/library.h"
#include "drivers/native/schedule.h"
#include "drivers/native/site.h"
#include "drivers/native/unhooked.h"
#include "drivers/native/update.h"

#include <stdint.h>
#include <string.h>

#if defined __x86_64__

enum { SLOTS = 4096, MOST = SLOTS / 2, STACK_POINTER = 4 };
/* The processor stops for each: that takes as long as so many steps, at most. */
enum { TRAPS = 30 };

/* An atomic instruction; `length` is 0 where it is none. */
struct atomic {
	const char *action;
	size_t length, size;
	bool by_register; /* it is about a bit that a register names, counted from its operand on */
	unsigned upper; /* 8: that register is one of the upper eight */
	bool stacked; /* it may read or write the stack's register, or by it */
};

/* Eight bytes some of which were changed so, and what they were then. */
static struct word {
	uintptr_t eight;
	uint64_t value;
	uint32_t test;
	uint8_t bytes;
	bool written; /* by an access that was seen, since */
} words[SLOTS];
static size_t nwords;
static uint32_t test = 1;
static bool any, fences;

/* --- instructions --- */

/* Of two bytes: compares and exchanges, or exchanges and adds. The others of two are about bits, or about pairs. */
static bool
is_wide_pair(const struct opcode *r)
{
	return r->first == 0x0f && r->second == 0xc7;
}

static bool
is_compare(const struct opcode *r)
{
	return is_wide_pair(r) || (r->first == 0x0f && (r->second & 0xfe) == 0xb0);
}

static size_t
size_of(const struct opcode *r)
{
	bool sized = r->first != 0x0f || (r->second & 0xfe) == 0xb0 || (r->second & 0xfe) == 0xc0;
	if (is_wide_pair(r))
		return r->wide ? 16 : 8;
	if (sized && !((r->first == 0x0f ? r->second : r->first) & 1))
		return 1;
	return r->wide ? 8 : r->short_operand ? 2 : 4;
}

static struct atomic
atomic_at(const unsigned char *at, unsigned char first)
{
	struct instruction i = instruction_at(at, first);
	struct opcode r = opcode_at(at, first);
	bool exchanges = (r.first & 0xfe) == 0x86;
	if (!i.operand || r.own_segment || !(r.locked || exchanges))
		return (struct atomic){0};
	return (struct atomic){
		.action = exchanges ? "atomic exchange" : is_compare(&r) ? "atomic compare and exchange" : "atomic update",
		.length = instruction_length(at, first), .size = size_of(&r),
		.by_register = r.first == 0x0f && (r.second & 0xe7) == 0xa3, /* a3, ab, b3, bb */
		.upper = r.upper,
		.stacked = i.by_stack || (!r.upper && (i.operand[0] >> 3 & 7) == STACK_POINTER),
	};
}

static uintptr_t
bits_away(const struct atomic *a, const struct instruction *i, const ucontext_t *c)
{
	if (!a->by_register)
		return 0;
	int64_t bit = (int64_t)context_register(c, (i->operand[0] >> 3 & 7) | a->upper), bits = (int64_t)a->size * 8;
	bit = a->size == 8 ? bit : a->size == 4 ? (int32_t)bit : (int16_t)bit;
	return (uintptr_t)((bit - ((bit % bits) + bits) % bits) / 8);
}

static void *
target_of(const unsigned char *at, const struct atomic *a, const ucontext_t *c)
{
	struct instruction i = instruction_at(at, breakpoint_byte(at));
	return (void *)(instruction_target(&i, at, c) + bits_away(a, &i, c));
}

/* mfence, lfence, sfence; or something atomic on the stack, which is there for its order alone. */
static bool
is_fence(const unsigned char *at)
{
	struct instruction i = instruction_at(at, *at);
	return (at[0] == 0x0f && at[1] == 0xae && at[2] >= 0xe8) || (at[0] == 0xf0 && i.by_stack);
}

/* Does code without hooks order memory? What it brought along need not have any. */
static bool
orders(const unsigned char *from, size_t size)
{
	for (const unsigned char *at = from, *end = from + size; at < end; at += instruction_length(at, *at))
		if (is_fence(at) || atomic_at(at, *at).length)
			return true;
	return false;
}

static void
watch_all(const unsigned char *from, size_t size)
{
	for (const unsigned char *at = from, *end = from + size; at < end; at += instruction_length(at, breakpoint_byte(at))) {
		if (is_fence(at))
			fences = true;
		else if (atomic_at(at, breakpoint_byte(at)).length && breakpoint_put((void *)(uintptr_t)at, BREAK_TO_ORDER))
			any = true;
	}
}

static void
look_through(const unsigned char *from, size_t size, void *arg)
{
	(void)arg;
	if (unhooked_has_hooks(from, size)) {
		unhooked_watch(from, size);
		watch_all(from, size);
	} else if (orders(from, size)) {
		fences = true;
	}
}

void
atomics_watch(void)
{
	if (access_hooked())
		library_each_code(look_through, NULL);
}

bool
atomics_watched(void)
{
	return any || fences;
}

bool
atomics_fenced(void)
{
	return fences;
}

/* --- the memory that they change --- */

void
atomics_begin(void)
{
	test++;
	nwords = 0;
}

static struct word *
find(uintptr_t eight)
{
	size_t at = (size_t)(eight * 0x9e3779b97f4a7c15u >> 40);
	while (words[at % SLOTS].test == test && words[at % SLOTS].eight != eight)
		at++;
	return &words[at % SLOTS];
}

/* The bits of the bytes of these eight from `from` to `to`. */
static uint8_t
bytes_of(uintptr_t eight, uintptr_t from, uintptr_t to)
{
	uintptr_t first = from > eight * 8 ? from - eight * 8 : 0, last = to < eight * 8 + 8 ? to - eight * 8 : 8;
	return (uint8_t)((1u << last) - (1u << first));
}

bool
atomics_own(const void *at, size_t size, bool writes)
{
	uintptr_t from = (uintptr_t)at, to = from + size;
	bool own = false;
	for (uintptr_t eight = from / 8; any && size <= sizeof(uint64_t) * 2 && eight <= (to - 1) / 8; eight++) {
		struct word *w = find(eight);
		bool hit = w->test == test && (w->bytes & bytes_of(eight, from, to));
		own = own || hit;
		w->written = w->written || (hit && writes);
	}
	return own;
}

static uint64_t
value_of(const struct word *w)
{
	unsigned char now[8] = {0};
	for (unsigned i = 0; i < 8; i++)
		if (w->bytes >> i & 1)
			now[i] = *(const volatile unsigned char *)(w->eight * 8 + i);
	uint64_t value;
	memcpy(&value, now, sizeof value);
	return value;
}

/* Makes it memory that orders who accesses it: what was done to it before is no race. False: there is no room. */
static bool
take_over(uintptr_t eight, uint8_t bytes)
{
	struct word *w = find(eight);
	if (w->test != test) {
		if (nwords == MOST)
			return false;
		nwords++;
		*w = (struct word){.eight = eight, .test = test, .written = true};
	}
	if (bytes & ~w->bytes) {
		w->bytes |= bytes;
		w->written = true;
		race_forget((const void *)(eight * 8), 8);
	}
	return true;
}

/* Somebody may have written it by an instruction of which nobody told: whatever was done by anybody may be meant. */
static void
meet(uintptr_t from, uintptr_t to)
{
	bool unseen = false;
	for (uintptr_t eight = from / 8; eight <= (to - 1) / 8; eight++) {
		if (!take_over(eight, bytes_of(eight, from, to))) {
			unseen = true;
			continue;
		}
		const struct word *w = find(eight);
		unseen = unseen || (!w->written && value_of(w) != w->value);
	}
	if (unseen)
		race_take_all();
}

static void
note_values(uintptr_t from, uintptr_t to)
{
	for (uintptr_t eight = from / 8; eight <= (to - 1) / 8; eight++) {
		struct word *w = find(eight);
		w->value = w->test == test ? value_of(w) : 0;
		w->written = false;
	}
}

/* --- who stands at one --- */

static struct {
	unsigned char *at;
	size_t size;
	unsigned char was[16];
} going_on;

static void
done(ucontext_t *c)
{
	uint64_t was = 0;
	bool changed = memcmp(going_on.was, going_on.at, going_on.size) != 0;
	uintptr_t from = (uintptr_t)going_on.at;
	memcpy(&was, going_on.was, going_on.size < sizeof was ? going_on.size : sizeof was);
	note_values(from, from + going_on.size);
	access_done(going_on.at, going_on.size, RACE_ATOMIC_UPDATE, was, changed, context_place(c));
	site_enter(context_place(c));
}

bool
atomics_reach(ucontext_t *c)
{
	const unsigned char *at = context_place(c);
	bool stands = breakpoint_uses(at) & BREAK_TO_ORDER && schedule_self();
	struct atomic a = stands ? atomic_at(at, breakpoint_byte(at)) : (struct atomic){0};
	if (!a.length)
		return false;
	unsigned char *target = target_of(at, &a, c);
	access_atomic(target, a.size, a.action, at + a.length);
	schedule_cost(TRAPS);
	going_on.at = target;
	going_on.size = a.size;
	memcpy(going_on.was, target, a.size);
	meet((uintptr_t)target, (uintptr_t)target + a.size);
	if (!a.stacked && breakpoint_execute(c, a.length))
		done(c);
	else
		breakpoint_step(c, done);
	return true;
}

#else

void atomics_watch(void) {}
bool atomics_watched(void) { return false; }
bool atomics_fenced(void) { return false; }
void atomics_begin(void) {}
bool atomics_reach(ucontext_t *c) { (void)c; return false; }
bool atomics_own(const void *at, size_t size, bool writes) { (void)at; (void)size; (void)writes; return false; }

#endif
