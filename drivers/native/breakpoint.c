#include "drivers/native/breakpoint.h"

#include "drivers/native/context.h"
#include "drivers/native/instruction.h"
#include "drivers/native/library.h"
#include "drivers/native/twin.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __x86_64__

enum { INT3 = 0xcc, RETURN = 0xc3, TRAP_FLAG = 0x100, SLOTS = 16384, MOST = SLOTS / 2, LONGEST = 15, COPY = 32, COPIES = 2048 };

/* Bytes around a place that are looked at to tell a copy of it; how much more alike it must be than one of another; what is little code. */
enum { AROUND = 32, SURE = 6, LITTLE = 64 };

/* A place stays in the table when it has no use any more: code does not change. */
static struct place {
	unsigned char *at;
	unsigned char *written; /* where the host writes what is executed there */
	unsigned char was, uses;
	unsigned char *copy; /* of the instruction, with a way back; or NULL */
	unsigned char *alone; /* the same, which returns to the host; or NULL */
} places[SLOTS];
static struct place *listed[MOST]; /* those that are in the table */
static size_t nplaces;
static bool hidden;
static const unsigned char *read_from, *read_to; /* code that somebody reads as data in this test */
static const unsigned char *lowest, *highest; /* of those in the table */
static struct place *lifted; /* not there now, so that whoever stands at it can go on */
static struct place *stepped; /* the same, until the trap after this instruction */
static bool stepping;
static struct instruction current; /* that is stepped */
static unsigned char *copies, *copies_written; /* COPIES places of COPY bytes, and where they are written */
static size_t ncopies;
static void (*after_step)(ucontext_t *);
static const ucontext_t *executing; /* who has an instruction carried out */

static struct place *
slot(const unsigned char *at)
{
	size_t i = ((uintptr_t)at * 0x9e3779b97f4a7c15u) >> 32;
	while (places[i % SLOTS].at && places[i % SLOTS].at != at)
		i++;
	return &places[i % SLOTS];
}

static void
write_code(const struct place *p, bool there)
{
	*(volatile unsigned char *)p->written = there ? INT3 : p->was;
}

static bool
is_read(const struct place *p)
{
	return p->at >= read_from && p->at < read_to;
}

static void
show(const struct place *p)
{
	write_code(p, p->uses && !hidden && !is_read(p) && p != lifted && p != stepped);
}

static void
list(struct place *p)
{
	listed[nplaces++] = p;
	lowest = nplaces == 1 || p->at < lowest ? p->at : lowest;
	highest = nplaces == 1 || p->at > highest ? p->at : highest;
}

bool
breakpoint_put(void *at, enum breakpoint_use use)
{
	struct place *p = slot(at);
	if (!p->at) {
		unsigned char *written = nplaces < MOST ? twin_of(at) : NULL;
		if (!written)
			return false;
		*p = (struct place){.at = at, .written = written, .was = *(unsigned char *)at};
		list(p);
	}
	p->uses |= (unsigned char)use;
	show(p);
	return true;
}

void
breakpoint_drop(void *at, enum breakpoint_use use)
{
	struct place *p = slot(at);
	if (!p->at)
		return;
	p->uses &= (unsigned char)~use;
	show(p);
}

unsigned
breakpoint_uses(const void *at)
{
	return slot(at)->uses;
}

unsigned char
breakpoint_byte(const void *at)
{
	const struct place *p = slot(at);
	return p->at ? p->was : *(const unsigned char *)at;
}

/* --- copies of code --- */

/* Is it what was copied from there, or was hidden by a breakpoint then? */
static bool
is_alike(const unsigned char *copy, const unsigned char *code)
{
	uintptr_t offset;
	return library_any_code_at(code, &offset) && (*copy == breakpoint_byte(code) || (*copy == INT3 && slot(code)->at));
}

/*
 * How much is alike one way, up to an end: what was written into the copy later on is not. Bytes in a row are worth more, and zeros little, for both
 * new memory and code are full of them.
 */
static unsigned
likeness(const unsigned char *copy, const unsigned char *end, const unsigned char *code)
{
	int way = end > copy ? 1 : -1;
	unsigned alike = 0;
	bool row = true;
	for (int n = way; n >= -AROUND && n <= AROUND && copy + n != end; n += way) {
		bool same = is_alike(copy + n, code + n), zero = copy[n] == 0;
		if (same)
			alike += row && !zero ? 3u : row || !zero;
		row = same;
	}
	return alike;
}

bool
breakpoint_copied(const unsigned char *at, const unsigned char *from, const unsigned char *to, unsigned char *was)
{
	unsigned best = 0, other = 0; /* of places where another byte was */
	for (size_t i = 0; *at == INT3 && i < nplaces; i++) {
		const struct place *p = listed[i];
		unsigned alike = likeness(at, to, p->at) + likeness(at, from - 1, p->at);
		if (alike > best) {
			other = best && p->was != *was ? best : other;
			best = alike;
			*was = p->was;
		} else if (alike > other && p->was != *was) {
			other = alike;
		}
	}
	return best >= other + SURE;
}

/* Calls fn for the places from there to there; says how many there are. */
static size_t
each_between(const unsigned char *from, const unsigned char *to, void (*fn)(const struct place *))
{
	size_t found = 0;
	bool little = to - from <= LITTLE;
	for (size_t i = 0, n = from >= to ? 0 : little ? (size_t)(to - from) : nplaces; i < n; i++) {
		const struct place *p = little ? slot(from + i) : listed[i];
		if (!p->at || p->at < from || p->at >= to)
			continue;
		found++;
		if (fn)
			fn(p);
	}
	return found;
}

bool
breakpoints_read(const void *at, size_t size)
{
	const unsigned char *from = at, *to = from + size, *had_from = read_from, *had_to = read_to;
	if (nplaces == 0 || from > highest || to <= lowest || each_between(from, to, NULL) == 0)
		return false;
	if (!had_to)
		had_from = had_to = from;
	read_from = from < had_from ? from : had_from;
	read_to = to > had_to ? to : had_to;
	each_between(read_from, had_from, show);
	each_between(had_to, read_to, show);
	return true;
}

void
breakpoints_hide(bool hide)
{
	if (hidden == hide)
		return;
	hidden = hide;
	for (size_t i = 0; i < nplaces; i++)
		if (listed[i]->uses)
			show(listed[i]);
}

bool
breakpoints_hidden(void)
{
	return hidden;
}

void
breakpoints_begin(void)
{
	struct place *a = lifted, *b = stepped;
	const unsigned char *from = read_from, *to = read_to;
	lifted = stepped = NULL;
	stepping = false;
	read_from = read_to = NULL;
	each_between(from, to, show);
	if (a)
		show(a);
	if (b)
		show(b);
	breakpoints_hide(false);
}

/* --- going on --- */

unsigned char *
context_place(const ucontext_t *c)
{
	return (unsigned char *)c->uc_mcontext.gregs[REG_RIP];
}

void
context_go_to(ucontext_t *c, const void *place)
{
	c->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)place;
}

unsigned char *
context_stack(const ucontext_t *c)
{
	return (unsigned char *)c->uc_mcontext.gregs[REG_RSP];
}

unsigned char *
context_frame(const ucontext_t *c)
{
	return (unsigned char *)c->uc_mcontext.gregs[REG_RBP];
}

unsigned char *
context_to(const ucontext_t *c)
{
	return (unsigned char *)c->uc_mcontext.gregs[REG_RDI];
}

unsigned char *
context_from(const ucontext_t *c)
{
	return (unsigned char *)c->uc_mcontext.gregs[REG_RSI];
}

uint64_t
context_register(const ucontext_t *c, unsigned number)
{
	static const int names[CONTEXT_REGISTERS] = {
		REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
	};
	return (uint64_t)c->uc_mcontext.gregs[names[number % CONTEXT_REGISTERS]];
}

/* The place where the task stands, which lets it pass; NULL: there is none. */
static struct place *
open_place(const ucontext_t *c)
{
	struct place *p = slot(context_place(c));
	if (!p->at)
		return NULL;
	write_code(p, false);
	return p;
}

/*
 * A step costs several times as much as a breakpoint. So where it is known how long an instruction that accesses memory is, a
 * copy of it is executed next time, which jumps back behind the instruction.
 */
static unsigned char *
new_copy(void)
{
	if (!copies && !(copies = twin_new((size_t)COPIES * COPY, &copies_written)))
		ncopies = COPIES;
	return ncopies < COPIES ? copies + ncopies++ * COPY : NULL;
}

/* What it says relative to where it stands must be the same from there. False: it is too far away. */
static bool
relocate(unsigned char *written, const unsigned char *copy, const struct place *p)
{
	int32_t distance;
	if (!current.relative)
		return true;
	memcpy(&distance, current.relative, sizeof distance);
	int64_t moved = distance + (p->at - copy);
	distance = (int32_t)moved;
	memcpy(written + (current.relative - p->at), &distance, sizeof distance);
	return distance == moved;
}

/* `length` bytes of code from there on, and then these. NULL: it would not do there, or there is no room. */
static unsigned char *
copy_code(const struct place *p, size_t length, const unsigned char *then, size_t nthen)
{
	unsigned char *copy = new_copy();
	if (!copy)
		return NULL;
	unsigned char *written = copies_written + (copy - copies);
	memcpy(written, p->at, length);
	written[0] = p->was;
	memcpy(written + length, then, nthen);
	if (relocate(written, copy, p))
		return copy;
	ncopies--;
	return NULL;
}

static void
add_copy(struct place *p, size_t length)
{
	unsigned char jump[14] = {0xff, 0x25, 0, 0, 0, 0}, *back = p->at + length; /* to the address that follows */
	memcpy(jump + 6, &back, sizeof back);
	p->copy = copy_code(p, length, jump, sizeof jump);
}

bool
breakpoint_execute(ucontext_t *c, size_t length)
{
	static const unsigned char returns[] = {RETURN};
	struct place *p = slot(context_place(c));
	if (p->at && !p->alone) {
		current = instruction_at(p->at, p->was);
		p->alone = copy_code(p, length, returns, sizeof returns);
	}
	if (!p->at || !p->alone)
		return false;
	executing = c;
	context_execute(c, p->alone);
	context_go_to(c, p->at + length);
	return true;
}

void
breakpoint_locate(ucontext_t *c, const void *at)
{
	size_t nth = copies ? (size_t)(context_place(c) - copies) / COPY : ncopies;
	for (size_t i = 0; nth < ncopies && i < nplaces; i++) {
		if (listed[i]->copy == copies + nth * COPY)
			at = listed[i]->at;
		if (listed[i]->alone == copies + nth * COPY)
			*c = *executing;
	}
	if (at)
		context_go_to(c, at);
}

void
breakpoint_step(ucontext_t *c, void (*after)(ucontext_t *))
{
	unsigned char *at = context_place(c);
	const struct place *p = slot(at);
	if (p->at && p->copy && !after) {
		context_go_to(c, p->copy);
		return;
	}
	stepped = open_place(c);
	stepping = true;
	after_step = after;
	current = instruction_at(at, breakpoint_byte(at));
	c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

void
breakpoint_lift(ucontext_t *c)
{
	struct place *before = lifted;
	lifted = open_place(c);
	if (before)
		show(before);
}

void
breakpoint_unlift(void)
{
	struct place *before = lifted;
	lifted = NULL;
	if (before)
		show(before);
}

bool
breakpoint_is_lifted(const void *at)
{
	return lifted && lifted->at == at;
}

bool
breakpoint_steps(void)
{
	return stepping;
}

/* The implementation is not to see in its flags that it was stepped. */
static void
hide_step(ucontext_t *c)
{
	c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	if (current.pushes_flags)
		*(uint64_t *)(void *)context_stack(c) &= ~(uint64_t)TRAP_FLAG;
}

static void
end_step(ucontext_t *c)
{
	struct place *p = stepped;
	const unsigned char *next = context_place(c);
	stepping = false;
	stepped = NULL;
	hide_step(c);
	if (p && !p->copy && (current.memory || current.by_stack) && next > p->at && next <= p->at + LONGEST)
		add_copy(p, (size_t)(next - p->at));
	if (p)
		show(p);
	if (after_step)
		after_step(c);
}

void
breakpoint_end_step(ucontext_t *c)
{
	after_step = NULL;
	end_step(c);
}

enum trap
breakpoint_trap(const siginfo_t *info, ucontext_t *c)
{
	if (info->si_code == TRAP_TRACE) {
		if (!stepping)
			return TRAP_FOREIGN;
		end_step(c);
		return TRAP_STEPPED;
	}
	if (!slot(context_place(c) - 1)->at)
		return TRAP_FOREIGN;
	c->uc_mcontext.gregs[REG_RIP]--;
	return TRAP_AT;
}

#else

bool breakpoint_put(void *at, enum breakpoint_use use) { (void)at; (void)use; return false; }
void breakpoint_drop(void *at, enum breakpoint_use use) { (void)at; (void)use; }
unsigned breakpoint_uses(const void *at) { (void)at; return 0; }
unsigned char breakpoint_byte(const void *at) { return *(const unsigned char *)at; }
bool
breakpoint_copied(const unsigned char *at, const unsigned char *from, const unsigned char *to, unsigned char *was)
{
	(void)at;
	(void)from;
	(void)to;
	(void)was;
	return false;
}

bool breakpoints_read(const void *at, size_t size) { (void)at; (void)size; return false; }
void breakpoints_hide(bool hide) { (void)hide; }
bool breakpoints_hidden(void) { return false; }
void breakpoints_begin(void) {}
enum trap breakpoint_trap(const siginfo_t *info, ucontext_t *c) { (void)info; (void)c; return TRAP_FOREIGN; }
void breakpoint_step(ucontext_t *c, void (*after)(ucontext_t *)) { (void)c; (void)after; }
void breakpoint_lift(ucontext_t *c) { (void)c; }
void breakpoint_unlift(void) {}
bool breakpoint_is_lifted(const void *at) { (void)at; return false; }
bool breakpoint_execute(ucontext_t *c, size_t length) { (void)c; (void)length; return false; }
bool breakpoint_steps(void) { return false; }
void breakpoint_end_step(ucontext_t *c) { (void)c; }
void breakpoint_locate(ucontext_t *c, const void *at) { (void)c; (void)at; }
unsigned char *context_place(const ucontext_t *c) { (void)c; return NULL; }
void context_go_to(ucontext_t *c, const void *place) { (void)c; (void)place; }
unsigned char *context_stack(const ucontext_t *c) { (void)c; return NULL; }
unsigned char *context_frame(const ucontext_t *c) { (void)c; return NULL; }
unsigned char *context_to(const ucontext_t *c) { (void)c; return NULL; }
unsigned char *context_from(const ucontext_t *c) { (void)c; return NULL; }
uint64_t context_register(const ucontext_t *c, unsigned number) { (void)c; (void)number; return 0; }

#endif
