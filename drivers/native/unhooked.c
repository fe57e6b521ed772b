#include "drivers/native/unhooked.h"

#include "drivers/native/access.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/instruction.h"
#include "drivers/native/length.h"
#include "drivers/native/library.h"
#include "drivers/native/schedule.h"
#include "drivers/native/update.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#if defined __x86_64__

/* More of them are no assembly, but code that was compiled without hooks; so are those that a test comes to so often. */
enum { MOST = 1024, MOST_VISITS = 10000 };
/* The processor stops for each: that takes as long as so many steps, at most. */
enum { TRAP = 15 };

static struct place {
	unsigned char *at;
	unsigned visits; /* in this test */
} places[MOST];
static size_t nplaces;

/* A load or a store that is not atomic; `size` is 0 where it is none. */
struct plain {
	size_t size;
	bool writes;
};

/* --- instructions --- */

static bool
is_arithmetic(const struct opcode *o, unsigned which, bool *writes)
{
	*writes = o->first < 0x38 ? (o->first & 7) < 2 : o->first >= 0x80 && which != 7;
	return (o->first < 0x40 && (o->first & 7) < 4) || (o->first >= 0x80 && o->first <= 0x83 && o->first != 0x82);
}

/* f6, f7, fe, ff */
static bool
is_of_one(const struct opcode *o, unsigned which, bool *writes)
{
	*writes = o->first < 0xf8 ? which == 2 || which == 3 : true;
	return (o->first & 0xf6) == 0xf6 && (o->first < 0xf8 || which < 2);
}

static bool
moves(const struct opcode *o, bool *writes)
{
	*writes = o->first == 0x88 || o->first == 0x89 || o->first == 0xc6 || o->first == 0xc7;
	return *writes || o->first == 0x84 || o->first == 0x85 || o->first == 0x8a || o->first == 0x8b;
}

static struct plain
plain_at(const unsigned char *at, unsigned char first)
{
	struct instruction i = instruction_at(at, first);
	struct opcode o = opcode_at(at, first);
	unsigned which = i.operand ? i.operand[0] >> 3 & 7u : 0;
	size_t wide = o.wide ? 8 : o.short_operand ? 2 : 4;
	bool writes = false;
	if (!i.memory || !i.operand || o.locked || o.own_segment)
		return (struct plain){0};
	if (o.first == 0x0f && (o.second & 0xf6) == 0xb6) /* extended: b6, b7, be, bf */
		return (struct plain){.size = o.second & 1 ? 2 : 1};
	if (o.first == 0x0f)
		return (struct plain){.size = o.second >> 4 == 4 ? wide : 0};
	if (o.first == 0x63)
		return (struct plain){.size = 4};
	if (is_arithmetic(&o, which, &writes) || is_of_one(&o, which, &writes) || moves(&o, &writes))
		return (struct plain){.size = o.first & 1 ? wide : 1, .writes = writes};
	return (struct plain){0};
}

/* --- what hooks tell of --- */

/* The function of another object that is called here, through its slot, or through what leads on to that; NULL: it is none of them. */
static const void *
called(const unsigned char *at)
{
	static const unsigned char landing[] = {0xf3, 0x0f, 0x1e, 0xfa};
	int32_t distance;
	const void *function;
	if (at[0] == 0xe8) {
		memcpy(&distance, at + 1, sizeof distance);
		at += 5 + distance;
		if (!library_owner(at))
			return NULL;
		at += memcmp(at, landing, sizeof landing) == 0 ? sizeof landing : 0;
		at += *at == 0xf2;
	}
	if (at[0] != 0xff || (at[1] != 0x15 && at[1] != 0x25))
		return NULL;
	memcpy(&distance, at + 2, sizeof distance);
	at += 6 + distance;
	if (!library_owner(at))
		return NULL;
	memcpy(&function, at, sizeof function);
	return function;
}

/* The name of the hook that is called here; NULL: it is none. */
static const char *
hook_at(const unsigned char *at)
{
	static const void *last;
	static const char *name;
	Dl_info info;
	const void *function = called(at);
	if (!function || !library_is_host(function))
		return NULL;
	if (function != last) {
		last = function;
		name = dladdr(function, &info) && info.dli_sname && strncmp(info.dli_sname, "__tsan_", 7) == 0 ? info.dli_sname : NULL;
	}
	return name;
}

bool
unhooked_has_hooks(const unsigned char *from, size_t size)
{
	for (const unsigned char *at = from, *end = from + size; at < end; at += instruction_length(at, *at))
		if (hook_at(at))
			return true;
	return false;
}

/* Accesses of which hooks have told that stand right before them. */
struct told {
	unsigned reads, writes;
	bool used; /* one of them has been made */
	const unsigned char *operand; /* the last of them */
	unsigned upper;
	size_t length;
};

static void
note_hook(struct told *t, const char *name)
{
	enum { SEVERAL = 64 };
	unsigned n = strstr(name, "range") || strstr(name, "16") ? SEVERAL : 1;
	if (t->used)
		*t = (struct told){0};
	t->reads += strstr(name, "read") ? n : 0;
	t->writes += strstr(name, "write") || strstr(name, "update") ? n : 0;
}

static bool
is_told(struct told *t, const struct instruction *i, size_t length, bool writes)
{
	bool again = t->operand && t->upper == i->upper && t->length == length && memcmp(t->operand, i->operand, length) == 0;
	unsigned *of = writes || !t->reads ? &t->writes : &t->reads;
	t->used = true;
	if (*of == 0)
		return again && !writes;
	*of -= 1;
	t->operand = i->operand;
	t->upper = i->upper;
	t->length = length;
	return true;
}

/* --- where nobody writes --- */

static int
find_variable(struct dl_phdr_info *info, size_t size, void *arg)
{
	uintptr_t at = *(uintptr_t *)arg - info->dlpi_addr;
	bool written = false, settled = false;
	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const Elf64_Phdr *p = &info->dlpi_phdr[i];
		bool in = at >= p->p_vaddr && at - p->p_vaddr < p->p_memsz;
		written = written || (in && p->p_type == PT_LOAD && p->p_flags & PF_W);
		settled = settled || (in && p->p_type == PT_GNU_RELRO);
	}
	return written && !settled;
}

/* Constants, and addresses of variables of other objects, are named by how far away they are, as its own variables are. */
static bool
is_constant(const struct instruction *i, const unsigned char *at, size_t length)
{
	int32_t distance;
	if (!i->relative)
		return false;
	memcpy(&distance, i->relative, sizeof distance);
	uintptr_t target = (uintptr_t)at + length + (uintptr_t)(intptr_t)distance;
	return !dl_iterate_phdr(find_variable, &target);
}

/* --- finding them --- */

/* Code that is being looked through. */
struct look {
	struct told told;
	bool framed; /* the function has a frame, where that register points */
};

static void
note_flow(struct look *l, const unsigned char *at, const struct instruction *i)
{
	static const unsigned char frame[] = {0x48, 0x89, 0xe5};
	const char *hook = i->flow == FLOW_CALL ? hook_at(at) : NULL;
	if (hook)
		note_hook(&l->told, hook);
	else if (i->flow == FLOW_CALL || *at == 0xe9 || *at == 0xeb || *at == 0xc3)
		l->told = (struct told){0};
	if (*at == 0x55)
		l->framed = memcmp(at + 1, frame, sizeof frame) == 0;
}

static bool
is_unhooked(struct look *l, const unsigned char *at, const struct instruction *i, size_t length)
{
	if (!i->memory || !i->operand || (i->by_frame && l->framed) || is_constant(i, at, length))
		return false;
	struct plain p = plain_at(at, *at);
	return !is_told(&l->told, i, length - (size_t)(i->operand - at), p.writes) && p.size;
}

static void
drop_all(void)
{
	while (nplaces > 0)
		breakpoint_drop(places[--nplaces].at, BREAK_TO_ORDER);
}

void
unhooked_watch(const unsigned char *from, size_t size)
{
	struct look l = {.framed = true};
	size_t before = nplaces;
	for (const unsigned char *at = from, *end = from + size; at < end;) {
		struct instruction i = instruction_at(at, *at);
		size_t length = instruction_length(at, *at);
		note_flow(&l, at, &i);
		if (is_unhooked(&l, at, &i, length)) {
			if (nplaces == MOST) {
				drop_all();
				return;
			}
			places[nplaces++].at = (unsigned char *)(uintptr_t)at;
		}
		at += length;
	}
	for (size_t n = before; n < nplaces; n++)
		breakpoint_put(places[n].at, BREAK_TO_ORDER);
}

bool
unhooked_watched(void)
{
	return nplaces > 0;
}

/* --- who comes there --- */

void
unhooked_begin(void)
{
	for (size_t i = 0; i < nplaces; i++) {
		if (places[i].visits >= MOST_VISITS)
			breakpoint_put(places[i].at, BREAK_TO_ORDER);
		places[i].visits = 0;
	}
}

/* NULL: it is none of them. */
static struct place *
place_at(const unsigned char *at)
{
	for (size_t i = 0; i < nplaces; i++)
		if (places[i].at == at)
			return &places[i];
	return NULL;
}

void
unhooked_reach(const ucontext_t *c)
{
	unsigned char *at = context_place(c);
	struct place *p = breakpoint_uses(at) & BREAK_TO_ORDER && schedule_self() ? place_at(at) : NULL;
	if (!p)
		return;
	if (++p->visits == MOST_VISITS) {
		breakpoint_drop(at, BREAK_TO_ORDER);
		race_give_up();
		return;
	}
	struct plain plain = plain_at(at, breakpoint_byte(at));
	struct instruction i = instruction_at(at, breakpoint_byte(at));
	schedule_cost(TRAP);
	access_unhooked((const void *)instruction_target(&i, at, c), plain.size, plain.writes, at + instruction_length(at, breakpoint_byte(at)));
}

#else

bool unhooked_has_hooks(const unsigned char *from, size_t size) { (void)from; (void)size; return true; }
void unhooked_watch(const unsigned char *from, size_t size) { (void)from; (void)size; }
bool unhooked_watched(void) { return false; }
void unhooked_begin(void) {}
void unhooked_reach(const ucontext_t *c) { (void)c; }

#endif
