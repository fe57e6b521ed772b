#include "drivers/native/spin.h"

#include "drivers/native/library.h"
#include "drivers/native/schedule.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

enum {
	MOST_PLACES = 64,
	TICK = 4000, /* microseconds of processor time */
	/* ticks without a scheduling point: to look where it spins; to give up looking; that a call may spin alone */
	SUSPICIOUS = 4,
	HOPELESS = 500,
	ENOUGH = 150,
	/* most instructions that it executes before it gives way again; most loops are short */
	SHORT_WALK = 16,
	LONG_WALK = 64,
};

#if defined __x86_64__

enum { BREAKPOINT = 0xcc, TRAP_FLAG = 0x100, PAGE = 4096 };

static struct place {
	unsigned char *at;
	unsigned char was;
} places[MOST_PLACES];
static size_t nplaces;
static bool walking; /* the next trap is that of the trap flag */
static struct place *stepping; /* its instruction is being executed */
static unsigned walk; /* instructions that whoever runs may still execute before it gives way */
static bool alone;
static void (*found_one)(const void *);
static void (*alone_for_long)(void);
static uint64_t seen; /* scheduling points that had been passed at the last tick */
static unsigned ticks; /* since then */

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
}

void
spin_places(const uint64_t *offsets, size_t n)
{
	put_all(false);
	nplaces = 0;
	stepping = NULL;
	walking = false;
	walk = 0;
	for (size_t i = 0; i < n && i < MOST_PLACES; i++) {
		unsigned char *at = library_code(offsets[i]);
		if (at && may_write(at))
			places[nplaces++] = (struct place){at, *at};
	}
	put_all(true);
}

static struct place *
place_at(const unsigned char *at)
{
	for (size_t i = 0; i < nplaces; i++)
		if (places[i].at == at)
			return &places[i];
	return NULL;
}

/*
 * Lets the others go. It may be that the call always holds a lock at the breakpoint: so every now and then it goes on for some
 * instructions, and gives way there.
 */
static void
give_way(ucontext_t *c)
{
	schedule_spin((const void *)(uintptr_t)c->uc_mcontext.gregs[REG_RIP]);
	const struct task *t = schedule_self();
	if (t && !alone && t->visits % 3 == 2)
		walk = t->visits * 40503u % 65536 * (t->visits % 12 == 11 ? LONG_WALK : SHORT_WALK) / 65536;
}

/* The next instruction may be executed, and traps after it where the call is not let alone. */
static void
go_on(ucontext_t *c)
{
	greg_t *flags = &c->uc_mcontext.gregs[REG_EFL];
	stepping = place_at((const unsigned char *)c->uc_mcontext.gregs[REG_RIP]);
	if (stepping && !alone)
		put(stepping, stepping->was);
	walking = !alone && (walk > 0 || stepping);
	*flags = walking ? *flags | TRAP_FLAG : *flags & ~TRAP_FLAG;
}

static void
stepped(ucontext_t *c)
{
	uintptr_t offset;
	if (stepping)
		put(stepping, BREAKPOINT);
	stepping = NULL;
	if (!library_code_at((const void *)c->uc_mcontext.gregs[REG_RIP], &offset))
		walk = 0; /* nobody else may run with the trap flag set */
	else if (walk > 0 && --walk == 0)
		give_way(c);
	go_on(c);
}

bool
spin_trap(const siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	greg_t *rip = &c->uc_mcontext.gregs[REG_RIP];
	if (info->si_code == TRAP_TRACE && walking) {
		stepped(c);
		return true;
	}
	if (!place_at((const unsigned char *)*rip - 1))
		return false;
	--*rip;
	give_way(c);
	go_on(c);
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
	const ucontext_t *c = context;
	const void *at = (const void *)(uintptr_t)c->uc_mcontext.gregs[REG_RIP];
	uintptr_t offset;
	(void)number;
	(void)info;
	if (!schedule_self() || schedule_points() != seen) {
		seen = schedule_points();
		ticks = 0;
		return;
	}
	ticks++;
	if (alone && ticks >= ENOUGH)
		alone_for_long();
	else if (!alone && ticks >= SUSPICIOUS && library_code_at(at, &offset))
		found_one(at);
	else if (!alone && ticks >= HOPELESS)
		found_one(NULL);
}

/*
 * The handler runs on the stack of the task, and blocks no signal: it may leave for another task, and come back later or never.
 */
void
spin_watch(void (*found)(const void *))
{
	struct sigaction action = {.sa_sigaction = tick, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
	struct itimerval timer = {{0, TICK}, {0, TICK}};
	found_one = found;
	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &timer, NULL);
}

#else

void spin_watch(void (*found)(const void *)) { (void)found; }
void spin_places(const uint64_t *offsets, size_t n) { (void)offsets; (void)n; }
bool spin_trap(const siginfo_t *info, void *context) { (void)info; (void)context; return false; }
void spin_alone(bool alone, void (*over)(void)) { (void)alone; (void)over; }

#endif
