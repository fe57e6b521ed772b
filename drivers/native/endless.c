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

/* A way from some moment on: what was there then, and what is read and written on it. */
struct way {
	const unsigned char *place;
	uintptr_t stack;
	uint64_t registers[CONTEXT_REGISTERS], flags;
	unsigned char vectors[VECTOR_BYTES];
	struct written {
		uintptr_t eight;
		uint64_t was;
	} written[MOST_WRITTEN];
	size_t nwritten;
	struct endless_round reads;
	bool lost; /* more has happened than is understood */
};
static struct way this_round, far; /* from where rounds begin; over many rounds, until all is as it was */
static uint64_t far_steps, far_window;

static uint32_t varies, varied; /* registers, now; and at the beginning of the round */
/* Eight bytes of memory: a bit for each byte that varies now, and that did at the beginning of the this_round. */
static struct varying {
	uintptr_t eight;
	uint8_t now, before;
} varying[MOST_VARYING];
static size_t nvarying;

/* Where a branch that depends on what varies went last. */
static struct branch {
	const unsigned char *at, *next;
} branches[MOST_BRANCHES];
static size_t nbranches;
static struct branch *branched; /* it is just being taken */

static struct endless_round last; /* a whole one */
static bool depends; /* this round, on what varies */
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
		this_round.lost = true;
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
is_written(const struct way *w, uintptr_t eight)
{
	for (size_t i = 0; i < w->nwritten; i++)
		if (w->written[i].eight == eight)
			return true;
	return false;
}

static void
note_written(struct way *w, uintptr_t eight)
{
	if (is_written(w, eight))
		return;
	if (w->nwritten == MOST_WRITTEN)
		w->lost = true;
	else
		w->written[w->nwritten++] = (struct written){eight, eight_at(eight)};
}

static void
note_store(const struct flow_memory *m, bool on)
{
	for (uintptr_t eight = m->at & ~(uintptr_t)(EIGHT - 1); m->size && eight < m->at + m->size; eight += EIGHT) {
		note_written(&this_round, eight);
		note_written(&far, eight);
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
note_look(struct way *w, const struct endless_look *l)
{
	struct endless_round *r = &w->reads;
	if (is_written(w, l->at & ~(uintptr_t)(EIGHT - 1)))
		return;
	for (size_t i = 0; i < r->nlooks && i < MOST_LOOKS; i++)
		if (r->looks[i].at == l->at && r->looks[i].size == l->size)
			return;
	if (r->nlooks < MOST_LOOKS)
		r->looks[r->nlooks] = *l;
	r->nlooks++;
}

static void
note_load(const struct flow_memory *m, bool varying_place, const ucontext_t *c)
{
	struct endless_look l = {.place = (uintptr_t)context_place(c), .at = m->at, .size = m->size, .own = is_own(m->at, c)};
	if (m->size > sizeof l.value || (!l.own && !may_change(m->at)))
		return;
	note_look(&far, &l);
	if (varying_place)
		return;
	note_look(&this_round, &l);
	looked = looked || !l.own;
}

/* --- rounds --- */

static uint64_t
context_flags(const ucontext_t *c)
{
	return (uint64_t)c->uc_mcontext.gregs[REG_EFL] & ARITHMETIC_FLAGS;
}

static void
begin_way(struct way *w, const ucontext_t *c)
{
	w->place = context_place(c);
	w->stack = (uintptr_t)context_stack(c);
	for (unsigned i = 0; i < CONTEXT_REGISTERS; i++)
		w->registers[i] = context_register(c, i);
	if (c->uc_mcontext.fpregs)
		memcpy(w->vectors, c->uc_mcontext.fpregs->_xmm, VECTOR_BYTES);
	w->flags = context_flags(c);
	w->nwritten = w->reads.nlooks = 0;
}

static void
begin_round(const ucontext_t *c)
{
	begin_way(&this_round, c);
	varied = varies;
	for (size_t i = 0; i < nvarying; i++)
		varying[i].before = varying[i].now;
	depends = false;
}

static void
begin_rounds(const ucontext_t *c)
{
	varies = 0;
	nvarying = nbranches = 0;
	steps = 0;
	this_round.lost = false;
	begin_round(c);
}

static bool
comes_back(const struct way *w, const ucontext_t *c)
{
	return context_place(c) == w->place && (uintptr_t)context_stack(c) == w->stack;
}

/* Registers that are not as they were. */
static uint32_t
changed_registers(const struct way *w, const ucontext_t *c)
{
	uint32_t changed = 0;
	for (unsigned i = 0; i < CONTEXT_REGISTERS; i++)
		changed |= context_register(c, i) != w->registers[i] ? 1u << i : 0;
	if (c->uc_mcontext.fpregs && memcmp(w->vectors, c->uc_mcontext.fpregs->_xmm, VECTOR_BYTES) != 0)
		changed |= FLOWS_VECTORS;
	if (context_flags(c) != w->flags)
		changed |= FLOWS_CARRY | FLOWS_STATUS;
	return changed;
}

static void
note_changes(const ucontext_t *c)
{
	varies |= changed_registers(&this_round, c);
	for (size_t i = 0; i < this_round.nwritten; i++) {
		const struct written *w = &this_round.written[i];
		uint64_t changed = eight_at(w->eight) ^ w->was;
		for (unsigned b = 0; changed && b < EIGHT; b++)
			if (changed >> 8 * b & 0xff)
				set_varying(w->eight, (uint8_t)(1u << b), true);
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
keep(const struct way *w, const ucontext_t *c)
{
	last = w->reads;
	for (size_t i = 0; i < last.nlooks && i < MOST_LOOKS; i++)
		memcpy(&last.looks[i].value, (const void *)last.looks[i].at, last.looks[i].size);
	last.nchanges = 0;
	for (size_t i = 0; i < w->nwritten; i++) {
		if (is_own(w->written[i].eight, c))
			continue;
		if (last.nchanges < MOST_CHANGES)
			last.changes[last.nchanges] = w->written[i].eight;
		last.nchanges++;
	}
}

/* Nothing that varied decided anything in this round, and nothing more varies now: the next one goes the same way. */
static bool
end_round(const ucontext_t *c)
{
	note_changes(c);
	bool endless = !depends && !this_round.lost && !varies_more();
	if (endless)
		keep(&this_round, c);
	varies |= varied;
	for (size_t i = 0; i < nvarying; i++)
		varying[i].now |= varying[i].before;
	begin_round(c);
	return endless;
}

/* All is as it was: what comes after it comes again and again, however much of it varies on the way. */
static bool
is_again(const ucontext_t *c)
{
	if (!comes_back(&far, c) || far.lost || changed_registers(&far, c))
		return false;
	for (size_t i = 0; i < far.nwritten; i++)
		if (eight_at(far.written[i].eight) != far.written[i].was)
			return false;
	keep(&far, c);
	return true;
}

/* The way begins anew, ever later, so that longer ones fit in. */
static void
begin_far(const ucontext_t *c)
{
	far_window *= 2;
	far_steps = 0;
	far.lost = false;
	begin_way(&far, c);
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
		endless_lost();
		return;
	}
	if (d.wide_vectors)
		varies |= FLOWS_VECTORS;
	bool anywhere = d.names & varies, load_varies = d.loads.size && (anywhere || memory_varies(&d.loads));
	bool on = (d.uses & varies) || load_varies;
	if (d.loads.size)
		note_load(&d.loads, load_varies, c);
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
	window = far_window = FIRST_WINDOW;
	this_round.place = far.place = NULL;
	branched = NULL;
	looked = shared = false;
}

bool
endless_note(const ucontext_t *c)
{
	bool endless = far.place && is_again(c), begins = !this_round.place || has_left(context_place(c));
	if (!far.place || far_steps++ > far_window)
		begin_far(c);
	if (begins) {
		begin_rounds(c);
	} else if (comes_back(&this_round, c)) {
		endless = end_round(c) || endless;
	} else if (steps > window) {
		window *= 2;
		begin_rounds(c);
	}
	steps++;
	flow(c);
	return endless;
}

void
endless_lost(void)
{
	this_round.lost = far.lost = true;
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
