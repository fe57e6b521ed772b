#include "drivers/native/endless.h"

#include "drivers/native/breakpoint.h"
#include "drivers/native/dataflow.h"
#include "drivers/native/library.h"

#include <string.h>

enum {
	/* instructions until the place from which rounds are counted moves on, at first: always more, so that longer rounds fit in */
	FIRST_WINDOW = 64,
	/* parts of memory, of eight bytes each, that vary; that are written in a round; and branches that depend on what varies */
	MOST_VARYING = 64,
	MOST_WRITTEN = 128,
	MOST_BRANCHES = 64,
	EIGHT = 8,
	RED_ZONE = 128,
	VECTOR_BYTES = 256,
	ARITHMETIC_FLAGS = 0x8d5,
};

#if defined __x86_64__

/* Where rounds begin, and what was there at the beginning of this one. */
static struct {
	const unsigned char *place;
	uintptr_t stack;
	uint64_t registers[CONTEXT_REGISTERS], flags;
	unsigned char vectors[VECTOR_BYTES];
} mark;

static uint32_t varies, varied; /* registers, now; and at the beginning of the round */
/* Eight bytes of memory: a bit for each byte that varies now, and that did at the beginning of the round. */
static struct varying {
	uintptr_t eight;
	uint8_t now, before;
} varying[MOST_VARYING];
static size_t nvarying;
static struct written {
	uintptr_t eight;
	uint64_t was;
} written[MOST_WRITTEN];
static size_t nwritten;

/* Where a branch that depends on what varies went last. */
static struct branch {
	const unsigned char *at, *next;
} branches[MOST_BRANCHES];
static size_t nbranches;
static struct branch *branched; /* it is just being taken */

/* What this round reads, and what is known of the last whole one. */
static struct endless_round now, last;
static bool depends; /* this round, on what varies */
static bool lost; /* more has happened since the mark was set than is understood */
static bool looked; /* it read what others may change, in one of the rounds */
static bool shared; /* it did something that is of use only to who shares memory with others */
static uint64_t steps, window;
static uintptr_t top;

/* --- what varies --- */

static uint8_t
bytes_of(uintptr_t eight, const struct flow_memory *m)
{
	uintptr_t from = m->at > eight ? m->at - eight : 0, to = m->at + m->size < eight + EIGHT ? m->at + m->size - eight : EIGHT;
	return (uint8_t)((1u << to) - (1u << from));
}

static struct varying *
find_varying(uintptr_t eight)
{
	for (size_t i = 0; i < nvarying; i++)
		if (varying[i].eight == eight)
			return &varying[i];
	return NULL;
}

static bool
memory_varies(const struct flow_memory *m)
{
	for (uintptr_t eight = m->at & ~(uintptr_t)(EIGHT - 1); m->size && eight < m->at + m->size; eight += EIGHT) {
		const struct varying *v = find_varying(eight);
		if (v && (v->now & bytes_of(eight, m)))
			return true;
	}
	return false;
}

static void
set_varying(uintptr_t eight, uint8_t bytes, bool on)
{
	struct varying *v = find_varying(eight);
	if (!v && !on)
		return;
	if (!v && nvarying == MOST_VARYING) {
		lost = true;
		return;
	}
	if (!v) {
		v = &varying[nvarying++];
		*v = (struct varying){.eight = eight};
	}
	v->now = on ? v->now | bytes : v->now & (uint8_t)~bytes;
}

static uint64_t
eight_at(uintptr_t eight)
{
	uint64_t value;
	memcpy(&value, (const void *)eight, sizeof value);
	return value;
}

static bool
is_written(uintptr_t eight)
{
	for (size_t i = 0; i < nwritten; i++)
		if (written[i].eight == eight)
			return true;
	return false;
}

static void
note_written(uintptr_t eight)
{
	if (is_written(eight))
		return;
	if (nwritten == MOST_WRITTEN)
		lost = true;
	else
		written[nwritten++] = (struct written){eight, eight_at(eight)};
}

static void
note_store(const struct flow_memory *m, bool on)
{
	for (uintptr_t eight = m->at & ~(uintptr_t)(EIGHT - 1); m->size && eight < m->at + m->size; eight += EIGHT) {
		note_written(eight);
		set_varying(eight, bytes_of(eight, m), on);
	}
}

/* --- what it reads --- */

static bool
is_own(uintptr_t at, const ucontext_t *c)
{
	return at + RED_ZONE >= (uintptr_t)context_stack(c) && at < top;
}

/* Constants, and what stands where others are called, nobody changes. */
static bool
may_change(uintptr_t at)
{
	size_t size;
	enum owner owner = library_owner((const void *)at);
	if (owner == OWNER_NOBODY)
		return true;
	for (size_t i = 0; owner == OWNER_IMPLEMENTATION; i++) {
		uintptr_t from = (uintptr_t)library_variables(i, &size);
		if (!from)
			return false;
		if (at >= from && at - from < size)
			return true;
	}
	return false;
}

/* What it has written itself before it reads it depends on nobody else. */
static void
note_load(const struct flow_memory *m, const ucontext_t *c)
{
	struct endless_look l = {.place = (uintptr_t)context_place(c), .at = m->at, .size = m->size, .own = is_own(m->at, c)};
	if (m->size > sizeof l.value || is_written(m->at & ~(uintptr_t)(EIGHT - 1)))
		return;
	for (size_t i = 0; i < now.nlooks && i < MOST_LOOKS; i++)
		if (now.looks[i].at == m->at && now.looks[i].size == m->size)
			return;
	if (!l.own && !may_change(m->at))
		return;
	memcpy(&l.value, (const void *)m->at, m->size);
	if (now.nlooks < MOST_LOOKS)
		now.looks[now.nlooks] = l;
	now.nlooks++;
	looked = looked || !l.own;
}

/* --- rounds --- */

static uint64_t
context_flags(const ucontext_t *c)
{
	return (uint64_t)c->uc_mcontext.gregs[REG_EFL] & ARITHMETIC_FLAGS;
}

static void
begin_round(const ucontext_t *c)
{
	for (unsigned i = 0; i < CONTEXT_REGISTERS; i++)
		mark.registers[i] = context_register(c, i);
	if (c->uc_mcontext.fpregs)
		memcpy(mark.vectors, c->uc_mcontext.fpregs->_xmm, VECTOR_BYTES);
	mark.flags = context_flags(c);
	varied = varies;
	for (size_t i = 0; i < nvarying; i++)
		varying[i].before = varying[i].now;
	nwritten = now.nlooks = 0;
	depends = false;
}

static void
move_mark(const ucontext_t *c)
{
	mark.place = context_place(c);
	mark.stack = (uintptr_t)context_stack(c);
	varies = 0;
	nvarying = nbranches = 0;
	steps = 0;
	lost = false;
	begin_round(c);
}

/* What is not as it was at the beginning of the round. */
static void
note_changes(const ucontext_t *c)
{
	for (unsigned i = 0; i < CONTEXT_REGISTERS; i++)
		varies |= context_register(c, i) != mark.registers[i] ? 1u << i : 0;
	if (c->uc_mcontext.fpregs && memcmp(mark.vectors, c->uc_mcontext.fpregs->_xmm, VECTOR_BYTES) != 0)
		varies |= FLOWS_VECTORS;
	if (context_flags(c) != mark.flags)
		varies |= FLOWS_CARRY | FLOWS_STATUS;
	for (size_t i = 0; i < nwritten; i++) {
		uint64_t changed = eight_at(written[i].eight) ^ written[i].was;
		for (unsigned b = 0; changed && b < EIGHT; b++)
			if (changed >> 8 * b & 0xff)
				set_varying(written[i].eight, (uint8_t)(1u << b), true);
	}
}

static bool
varies_more(void)
{
	for (size_t i = 0; i < nvarying; i++)
		if (varying[i].now & ~varying[i].before)
			return true;
	return varies & ~varied;
}

static void
keep_round(const ucontext_t *c)
{
	last = now;
	last.nchanges = 0;
	for (size_t i = 0; i < nwritten; i++) {
		if (is_own(written[i].eight, c))
			continue;
		if (last.nchanges < MOST_CHANGES)
			last.changes[last.nchanges] = written[i].eight;
		last.nchanges++;
	}
}

/* Nothing that varied decided anything in this round, and nothing more varies now: the next one goes the same way. */
static bool
end_round(const ucontext_t *c)
{
	note_changes(c);
	bool endless = !depends && !lost && !varies_more();
	if (endless)
		keep_round(c);
	varies |= varied;
	for (size_t i = 0; i < nvarying; i++)
		varying[i].now |= varying[i].before;
	begin_round(c);
	return endless;
}

/* --- instructions --- */

static void
take_branch(const unsigned char *at)
{
	size_t i = 0;
	depends = true;
	while (i < nbranches && branches[i].at != at)
		i++;
	if (i == nbranches && i < MOST_BRANCHES)
		branches[nbranches++] = (struct branch){.at = at};
	branched = i < nbranches ? &branches[i] : NULL;
}

/* A branch that went another way than it did before may have left a loop inside of the one that is looked for. */
static bool
has_left(const unsigned char *at)
{
	if (!branched)
		return false;
	const unsigned char *before = branched->next;
	branched->next = at;
	branched = NULL;
	return before && before != at;
}

static void
flow(const ucontext_t *c)
{
	const unsigned char *at = context_place(c);
	struct dataflow d = dataflow_at(c, breakpoint_byte(at));
	shared = shared || d.shares;
	if (!d.known) {
		lost = true;
		return;
	}
	if (d.wide_vectors)
		varies |= FLOWS_VECTORS;
	bool anywhere = d.names & varies, load_varies = d.loads.size && (anywhere || memory_varies(&d.loads));
	bool on = (d.uses & varies) || load_varies;
	if (d.loads.size && !load_varies)
		note_load(&d.loads, c);
	if ((d.decides & varies) || (d.decides_by_load && load_varies))
		take_branch(at);
	if (d.stores.size && anywhere)
		depends = true; /* some time it comes to something else */
	varies = on ? varies | d.sets : varies & ~d.sets;
	note_store(&d.stores, on);
}

void
endless_begin(uintptr_t stack_top)
{
	top = stack_top;
	window = FIRST_WINDOW;
	mark.place = NULL;
	branched = NULL;
	looked = shared = false;
}

bool
endless_note(const ucontext_t *c)
{
	bool endless = false;
	const unsigned char *at = context_place(c);
	if (!mark.place || has_left(at)) {
		move_mark(c);
	} else if (at == mark.place && (uintptr_t)context_stack(c) == mark.stack) {
		endless = end_round(c);
	} else if (steps > window) {
		window *= 2;
		move_mark(c);
	}
	steps++;
	flow(c);
	return endless;
}

void
endless_lost(void)
{
	lost = true;
}

bool
endless_looks(void)
{
	return looked;
}

bool
endless_waits(void)
{
	return shared;
}

const struct endless_round *
endless_round(void)
{
	return &last;
}

#else

void endless_begin(uintptr_t stack_top) { (void)stack_top; }
bool endless_note(const ucontext_t *c) { (void)c; return false; }
void endless_lost(void) {}
bool endless_looks(void) { return false; }
bool endless_waits(void) { return false; }
const struct endless_round *endless_round(void) { static const struct endless_round none; return &none; }

#endif
