#include "drivers/native/strange.h"

#include "drivers/native/breakpoint.h"
#include "drivers/native/gate.h"
#include "drivers/native/instruction.h"
#include "drivers/native/library.h"
#include "drivers/native/site.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#if defined __x86_64__

enum { MOST_REGIONS = 1024, PAGE = 4096, LONGEST = 64, MOST_STEPS = 16, FETCH = 0x10 };
enum { AT = 0, SIZE = 1, PROTECTION = 2, DESCRIPTOR = 4, NEW_SIZE = 2 }; /* among the arguments */

/* Memory that is to be code, and is none yet. */
static struct region {
	uintptr_t from, to;
	int protection;
} regions[MOST_REGIONS];
static size_t nregions;
static bool met;

/* Where somebody is led on: pages that are code for as long. */
static struct {
	uintptr_t from, to;
	int protection;
	unsigned steps;
} visit;

/* --- what is to be code --- */

/* A file that is loaded, whose code is; but not a stack that functions within others need. */
static bool
is_loaded(long number, const long a[6], const void *place)
{
	if (!library_is_loader(place))
		return false;
	return number == SYS_mmap ? (int)a[DESCRIPTOR] >= 0 && !(a[PROTECTION] & PROT_WRITE) : !(a[PROTECTION] & PROT_GROWSDOWN);
}

static const struct region *
region_at(uintptr_t at)
{
	for (size_t i = nregions; i-- > 0;)
		if (at >= regions[i].from && at < regions[i].to)
			return &regions[i];
	return NULL;
}

/* False: there is no room. */
static bool
add(struct region one)
{
	if (one.from >= one.to)
		return true;
	if (nregions == MOST_REGIONS)
		return false;
	regions[nregions++] = one;
	return true;
}

static bool
forget(uintptr_t from, uintptr_t to)
{
	bool ok = true;
	for (size_t i = nregions; i-- > 0;) {
		struct region r = regions[i];
		if (r.to <= from || to <= r.from)
			continue;
		regions[i] = regions[--nregions];
		ok = add((struct region){r.from, from, r.protection}) && add((struct region){to, r.to, r.protection}) && ok;
	}
	return ok;
}

static bool
note(uintptr_t from, size_t size, int protection)
{
	uintptr_t to = from + ((size + PAGE - 1) & ~(size_t)(PAGE - 1));
	bool ok = forget(from, to);
	for (size_t i = 0; i < nregions; i++) {
		struct region *r = &regions[i];
		if (r->protection != protection || (r->to != from && r->from != to))
			continue;
		r->from = r->from < from ? r->from : from;
		r->to = r->to > to ? r->to : to;
		return ok;
	}
	return add((struct region){from, to, protection}) && ok;
}

void
strange_unmapped(uintptr_t from, uintptr_t to)
{
	if (!forget(from, to))
		met = true;
}

static long
call(long number, const long a[6], long third)
{
	return gate_call(number, a[0], a[1], third, a[3], a[4], a[5]);
}

static bool
failed(long result)
{
	return result < 0 && result > -PAGE;
}

static long
make_code(long number, const long a[6], const void *place)
{
	int wanted = (int)a[PROTECTION], without = (wanted & ~PROT_EXEC) | PROT_READ;
	if (is_loaded(number, a, place))
		return call(number, a, wanted);
	long result = call(number, a, met ? wanted : without);
	long at = number == SYS_mmap ? result : a[AT];
	if (!failed(result) && !note((uintptr_t)at, (size_t)a[SIZE], wanted & ~PROT_GROWSDOWN)) {
		met = true;
		gate_call(SYS_mprotect, at, a[SIZE], wanted, 0, 0, 0);
	}
	return result;
}

void
strange_loaded(const unsigned char *from, size_t size)
{
	uintptr_t page = (uintptr_t)from & ~(uintptr_t)(PAGE - 1), to = (uintptr_t)from + size;
	if (met || !note(page, to - page, PROT_READ | PROT_EXEC))
		met = true;
	else
		gate_call(SYS_mprotect, (long)page, (long)(to - page), PROT_READ, 0, 0, 0);
}

/* Code stays where it is. */
static long
move(const long a[6])
{
	uintptr_t offset;
	const struct region *r = region_at((uintptr_t)a[AT]);
	if (library_any_code_at((const void *)a[AT], &offset))
		return -EPERM;
	long result = call(SYS_mremap, a, a[NEW_SIZE]);
	if (r && !failed(result) && !note((uintptr_t)result, (size_t)a[NEW_SIZE], r->protection))
		met = true;
	return result;
}

long
strange_call(long number, const long a[6], const void *place)
{
	if (number == SYS_mremap)
		return move(a);
	if (number != SYS_munmap && number != SYS_madvise && a[PROTECTION] & PROT_EXEC)
		return make_code(number, a, place);
	return call(number, a, a[PROTECTION]);
}

/* --- who comes there --- */

static void
protect(int protection)
{
	gate_call(SYS_mprotect, (long)visit.from, (long)(visit.to - visit.from), protection, 0, 0, 0);
}

/* It asks the kernel for something, though it is in no code that is watched for that. */
static bool
calls_system(const unsigned char *at)
{
	return (at[0] == 0x0f && (at[1] == 0x05 || at[1] == 0x34)) || at[0] == 0xcd;
}

/* It reads what lies at a distance from it, as where to lead on; nothing else but the stack is read or written. */
static bool
leads_on(const unsigned char *at)
{
	struct instruction i = instruction_at(at, *at);
	bool loads = i.relative && (at[0] == 0x8b || (at[0] >> 4 == 4 && at[1] == 0x8b));
	return !calls_system(at) && (!i.memory || loads);
}

static void
leave(void)
{
	if (visit.to && !met)
		protect(visit.protection & ~PROT_EXEC);
	visit.to = 0;
}

/* Before each instruction there. It stays code if somebody works there. */
static void
go_on(ucontext_t *c)
{
	const unsigned char *at = context_place(c);
	uintptr_t place = (uintptr_t)at;
	if (place < visit.from || place >= visit.to) {
		leave();
		site_enter(at);
		return;
	}
	met = met || visit.steps++ == MOST_STEPS || !leads_on(at);
	if (!met)
		breakpoint_step(c, go_on);
}

/* What gcc writes for a function within another: two registers are set, and it jumps to what is in one. That is done here, for it costs less. */
static bool
trampoline(ucontext_t *c)
{
	static const unsigned char landing[] = {0xf3, 0x0f, 0x1e, 0xfa};
	greg_t *r = c->uc_mcontext.gregs;
	const unsigned char *at = context_place(c);
	uint64_t set[2] = {0}; /* r10, r11 */
	at += memcmp(at, landing, sizeof landing) == 0 ? sizeof landing : 0;
	for (int i = 0; i < 2 && (at[0] == 0x41 || at[0] == 0x49) && (at[1] & 0xfe) == 0xba; i++) {
		size_t size = at[0] == 0x49 ? 8 : 4;
		memcpy(&set[at[1] & 1], at + 2, size);
		at += 2 + size;
	}
	if (at[0] != 0x49 || at[1] != 0xff || at[2] != 0xe3 || !set[0] || !set[1])
		return false;
	r[REG_R10] = (greg_t)set[0];
	r[REG_R11] = (greg_t)set[1];
	context_go_to(c, (const void *)(uintptr_t)set[1]);
	return true;
}

bool
strange_reach(const siginfo_t *info, ucontext_t *c)
{
	uintptr_t at = (uintptr_t)context_place(c), from = at & ~(uintptr_t)(PAGE - 1);
	const struct region *r = region_at(at);
	if (info->si_code != SEGV_ACCERR || !(c->uc_mcontext.gregs[REG_ERR] & FETCH) || !r)
		return false;
	if (trampoline(c))
		return true;
	leave();
	visit.from = from;
	visit.to = from + (from + PAGE - at < LONGEST && from + PAGE < r->to ? 2 * PAGE : PAGE);
	visit.protection = r->protection;
	visit.steps = 0;
	protect(visit.protection);
	go_on(c);
	return true;
}

/* The code was copied while a breakpoint was in it. */
bool
strange_heal(ucontext_t *c)
{
	unsigned char *at = context_place(c) - 1, was;
	uintptr_t page = (uintptr_t)at & ~(uintptr_t)(PAGE - 1);
	const struct region *r = region_at((uintptr_t)at);
	if (!r || !breakpoint_copied(at, (const unsigned char *)r->from, (const unsigned char *)r->to, &was))
		return false;
	if (failed(gate_call(SYS_mprotect, (long)page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0)))
		return false;
	*at = was;
	gate_call(SYS_mprotect, (long)page, PAGE, r->protection, 0, 0, 0);
	context_go_to(c, at);
	return true;
}

bool
strange_is(const void *at)
{
	return region_at((uintptr_t)at) != NULL;
}

bool
strange_met(void)
{
	return met;
}

#else

long
strange_call(long number, const long args[6], const void *place)
{
	(void)place;
	return gate_call(number, args[0], args[1], args[2], args[3], args[4], args[5]);
}

bool
strange_reach(const siginfo_t *info, ucontext_t *c)
{
	(void)info;
	(void)c;
	return false;
}

void
strange_loaded(const unsigned char *from, size_t size)
{
	(void)from;
	(void)size;
}

void
strange_unmapped(uintptr_t from, uintptr_t to)
{
	(void)from;
	(void)to;
}

bool
strange_heal(ucontext_t *c)
{
	(void)c;
	return false;
}

bool
strange_is(const void *at)
{
	(void)at;
	return false;
}

bool
strange_met(void)
{
	return false;
}

#endif
