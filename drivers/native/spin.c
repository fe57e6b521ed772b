#include "drivers/native/spin.h"

#include "drivers/native/library.h"
#include "drivers/native/schedule.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

enum {
	MOST_PLACES = 128,
	TICK = 4000, /* microseconds of processor time */
	/* ticks without a scheduling point: to look where it spins; to give up looking; that a call may spin alone */
	SUSPICIOUS = 25,
	HOPELESS = 500,
	ENOUGH = 50,
	/* instructions that are followed to learn a loop, and how many of them become breakpoints */
	FOLLOWED = 3000,
	MOST_LEARNED = 256,
	OF_A_LOOP = 12,
};

#if defined __x86_64__

enum { BREAKPOINT = 0xcc, TRAP_FLAG = 0x100, PAGE = 4096 };

static struct place {
	unsigned char *at;
	unsigned char was;
	bool loop; /* it is all there is of a loop */
} places[MOST_PLACES];
static size_t nplaces;
static struct place *lifted; /* not there now, so that whoever stands at it can go on */
static bool stepping; /* the trap after this instruction puts it back */
static bool alone;
static void (*found_loop)(const uint64_t *, size_t);
static void (*alone_for_long)(void);
static uint64_t seen; /* scheduling points that had been passed at the last tick */
static unsigned ticks; /* since then */

/* The loop that is being learned: which instructions, and how often. */
static struct learned {
	uint64_t offset;
	unsigned times;
} learned[MOST_LEARNED];
static size_t nlearned, followed;
static bool learning;

/* --- breakpoints --- */

static void
put(const struct place *p, unsigned char byte)
{
	*(volatile unsigned char *)p->at = byte;
}

static bool
may_write(const unsigned char *at)
{
	return mprotect((void *)((uintptr_t)at & ~(uintptr_t)(PAGE - 1)), PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

static void
put_all(bool there)
{
	for (size_t i = 0; i < nplaces; i++)
		put(&places[i], there ? BREAKPOINT : places[i].was);
	lifted = NULL;
}

static struct place *
place_at(const unsigned char *at)
{
	for (size_t i = 0; i < nplaces; i++)
		if (places[i].at == at)
			return &places[i];
	return NULL;
}

void
spin_places(const uint64_t *offsets, size_t n)
{
	put_all(false);
	nplaces = 0;
	stepping = learning = false;
	for (size_t i = 0; i < n && nplaces < MOST_PLACES; i++) {
		unsigned char *at = library_code(offsets[i]);
		if (at && !place_at(at) && may_write(at))
			places[nplaces++] = (struct place){.at = at, .was = *at};
	}
	put_all(true);
}

/* Lets the call go on from the place where it stands; the others stay, and one of them stops it again. */
static void
lift(ucontext_t *c)
{
	if (lifted)
		put(lifted, BREAKPOINT);
	lifted = place_at((const unsigned char *)c->uc_mcontext.gregs[REG_RIP]);
	if (!lifted)
		return;
	put(lifted, lifted->was);
	stepping = lifted->loop || nplaces == 1;
	if (stepping)
		c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

/* --- learning --- */

static void
learn(uint64_t offset)
{
	size_t i = 0;
	while (i < nlearned && learned[i].offset != offset)
		i++;
	if (i == nlearned && i < MOST_LEARNED)
		learned[nlearned++] = (struct learned){.offset = offset};
	if (i < nlearned)
		learned[i].times++;
}

static int
rarer(const void *a, const void *b)
{
	const struct learned *x = a, *y = b;
	return x->times != y->times ? (x->times < y->times ? -1 : 1) : (x->offset > y->offset) - (x->offset < y->offset);
}

/* The rarest instructions: those of an inner loop that only passes the time would stop the call all the time. */
static void
tell_loop(void)
{
	uint64_t offsets[OF_A_LOOP];
	size_t n = 0;
	qsort(learned, nlearned, sizeof *learned, rarer);
	for (size_t i = 0; i < nlearned && n < OF_A_LOOP; i++)
		offsets[n++] = learned[i].offset;
	found_loop(offsets, n);
}

/* After each instruction. What is executed elsewhere is followed, but not in the host itself: others would run there. */
static void
follow(ucontext_t *c)
{
	const void *at = (const void *)c->uc_mcontext.gregs[REG_RIP];
	uintptr_t offset;
	if (library_code_at(at, &offset))
		learn(offset);
	if (++followed < FOLLOWED && !library_is_host(at))
		return;
	learning = false;
	c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	tell_loop();
}

static void
start_learning(ucontext_t *c, uint64_t offset)
{
	learning = true;
	nlearned = followed = 0;
	learn(offset);
	c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

/* --- signals --- */

bool
spin_trap(const siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	greg_t *rip = &c->uc_mcontext.gregs[REG_RIP];
	if (info->si_code == TRAP_TRACE && learning) {
		follow(c);
		return true;
	}
	if (info->si_code == TRAP_TRACE && stepping) {
		stepping = false;
		c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
		if (lifted && !alone)
			put(lifted, BREAKPOINT);
		lifted = NULL;
		return true;
	}
	if (info->si_code == TRAP_TRACE || !place_at((const unsigned char *)*rip - 1))
		return false;
	--*rip;
	schedule_spin((const void *)*rip);
	if (!alone)
		lift(c);
	return true;
}

void
spin_alone(bool on, void (*over)(void))
{
	alone = on;
	alone_for_long = over;
	ticks = 0;
	put_all(!on);
}

static void
tick(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	void *at = (void *)c->uc_mcontext.gregs[REG_RIP];
	uintptr_t offset;
	(void)number;
	(void)info;
	if (!schedule_self() || schedule_points() != seen || learning) {
		seen = schedule_points();
		ticks = 0;
		return;
	}
	ticks++;
	if (alone) {
		if (ticks >= ENOUGH)
			alone_for_long();
	} else if (ticks >= SUSPICIOUS && place_at(at)) {
		place_at(at)->loop = true;
		lift(c);
	} else if (ticks >= SUSPICIOUS && library_code_at(at, &offset)) {
		start_learning(c, offset);
	} else if (ticks >= HOPELESS) {
		found_loop(NULL, 0);
	}
}

/*
 * The handler runs on the stack of the task, and blocks no signal: it may leave for another task, and come back later or never.
 */
void
spin_watch(void (*found)(const uint64_t *, size_t))
{
	struct sigaction action = {.sa_sigaction = tick, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
	struct itimerval timer = {{0, TICK}, {0, TICK}};
	found_loop = found;
	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &timer, NULL);
}

#else

void spin_watch(void (*found)(const uint64_t *, size_t)) { (void)found; }
void spin_places(const uint64_t *offsets, size_t n) { (void)offsets; (void)n; }
bool spin_trap(const siginfo_t *info, void *context) { (void)info; (void)context; return false; }
void spin_alone(bool alone, void (*over)(void)) { (void)alone; (void)over; }

#endif
