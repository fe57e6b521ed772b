#include "drivers/native/spin.h"

#include "drivers/native/access.h"
#include "drivers/native/atomics.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/carrier.h"
#include "drivers/native/instruction.h"
#include "drivers/native/library.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/settled.h"
#include "drivers/native/update.h"
#include "drivers/native/unhooked.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>

enum {
	MOST_PLACES = 128,
	TICK = 4000, /* microseconds of processor time */
	/* ticks without a scheduling point until it is followed, where it runs among others, and alone; then always after twice as many */
	SUSPICIOUS = 25,
	SOON = 5,
	/* ... that one is taken to spin which seems to wait, though its loop is not understood; that a call may spin alone, if it may end by itself; that all may go on if nobody says how many */
	SEEMS_TO = 50,
	ENOUGH = 50,
	MANY = 2500,
	/* instructions that are followed for each of them, among others and alone, and at most */
	EACH_TICK = 40,
	EACH_ALONE = 2000,
	MOST_FOLLOWED = 1 << 17,
	/* instructions that are followed to see all of a loop, and at least as many to learn it */
	FOLLOWED = 3000,
	/* how many instructions are learned, how many of them become breakpoints, and of these, behind changes of memory */
	MOST_LEARNED = 256,
	OF_A_LOOP = 4,
	BEHIND_CHANGES = 3,
	/* instructions that are executed so many times as often as others are of an inner loop */
	INNER = 4,
};

#if defined __x86_64__

static struct place {
	void *at;
	bool loop; /* it is all there is of a loop: a jump to itself */
} places[MOST_PLACES];
static size_t nplaces;
static bool alone;
static void (*found_loop)(const uint64_t *, size_t);
static void (*computed_for_long)(void *);
static void (*alone_for_long)(const struct endless_round *);
static uint64_t seen; /* scheduling points that had been passed at the last tick */
static unsigned ticks, next_look; /* since then; after how many it is followed again */
static unsigned most_ticks SETTLED = MANY;

/* The loop that is being learned: which instructions, how often, where the stack was, and whether memory had just been changed. */
static struct learned {
	uint64_t offset;
	uintptr_t stack;
	unsigned times;
	bool behind_change;
} learned[MOST_LEARNED];
static size_t nlearned, followed;
static uint64_t anchor; /* the instruction at which rounds begin */
static bool anchored; /* it is known */
static const volatile unsigned char *named; /* the memory that the instruction names which is executed now; or NULL */
static unsigned char was; /* what was there before */
static bool learning;
static bool may_wait; /* who was followed without a point reads memory time and again that others may change */
static bool seems_to_wait; /* ... and it has atomic instructions, or pauses */
static const struct task *follower; /* who is followed, be it to learn its loop */
static uint64_t begun; /* scheduling points that had been passed then */
static void *resumes; /* followed again from here, when it comes back from the host; or NULL */

static void
watch_anew(void)
{
	ticks = 0;
	next_look = alone ? SOON : SUSPICIOUS;
	may_wait = seems_to_wait = learning = false;
}

/* --- places --- */

static struct place *
place_at(const void *at)
{
	for (size_t i = 0; i < nplaces; i++)
		if (places[i].at == at)
			return &places[i];
	return NULL;
}

static void
forget_return(void)
{
	if (resumes)
		breakpoint_drop(resumes, BREAK_TO_FOLLOW);
	resumes = NULL;
}

void
spin_places(const uint64_t *offsets, size_t n)
{
	for (size_t i = 0; i < nplaces; i++)
		breakpoint_drop(places[i].at, BREAK_TO_SPIN);
	forget_return();
	nplaces = 0;
	watch_anew();
	for (size_t i = 0; i < n && nplaces < MOST_PLACES; i++) {
		void *at = library_code(offsets[i]);
		if (at && !place_at(at) && breakpoint_put(at, BREAK_TO_SPIN))
			places[nplaces++] = (struct place){.at = at};
	}
}

void
spin_reach(void *at)
{
	if (breakpoint_uses(at) & BREAK_TO_SPIN)
		schedule_spin(at);
}

/* The others stay, and one of them stops it again. Whether something is learned here at the same time makes no difference. */
bool
spin_lift(ucontext_t *c)
{
	const void *at = context_place(c);
	const struct place *p = place_at(at);
	if (!p || (breakpoint_uses(at) & ~(unsigned)BREAK_TO_LEARN) != BREAK_TO_SPIN || p->loop || nplaces == 1)
		return false;
	breakpoint_lift(c);
	return true;
}

/* --- learning --- */

static void
learn(uint64_t offset, uintptr_t stack, bool behind_change)
{
	size_t i = 0;
	while (i < nlearned && learned[i].offset != offset)
		i++;
	if (i == nlearned && i < MOST_LEARNED)
		learned[nlearned++] = (struct learned){.offset = offset};
	if (i == nlearned)
		return;
	learned[i].times++;
	learned[i].behind_change = learned[i].behind_change || behind_change;
	learned[i].stack = stack > learned[i].stack ? stack : learned[i].stack;
}

/*
 * Others may come to what the loop calls, which is deeper in the stack, without being in the loop: functions of its own, and stubs that
 * lead to those of others.
 */
static void
forget_deeper(void)
{
	uintptr_t highest = 0;
	size_t n = 0;
	for (size_t i = 0; i < nlearned; i++)
		highest = learned[i].stack > highest ? learned[i].stack : highest;
	for (size_t i = 0; i < nlearned; i++)
		if (learned[i].stack == highest)
			learned[n++] = learned[i];
	nlearned = n;
}

static int
by_offset(const void *a, const void *b)
{
	const struct learned *x = a, *y = b;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

/* How often it goes round: the instructions that were executed the least, but more than once, if any were. */
static unsigned
rounds(void)
{
	unsigned fewest = 0;
	for (size_t i = 0; i < nlearned; i++)
		if (learned[i].times > 1 && (!fewest || learned[i].times < fewest))
			fewest = learned[i].times;
	return fewest ? fewest : 1;
}

static bool
is_outer(const struct learned *l, unsigned fewest)
{
	return l->times >= fewest && l->times < INNER * fewest;
}

/* Puts those behind changes first, each part in the order of the code. */
static int
by_change(const void *a, const void *b)
{
	const struct learned *x = a, *y = b;
	return x->behind_change != y->behind_change ? y->behind_change - x->behind_change : by_offset(a, b);
}

/* So many of them, from all over; the last one is among them. */
static void
add_some(const struct learned *of, size_t n, size_t wanted, uint64_t *offsets)
{
	for (size_t i = 0; i < wanted; i++)
		offsets[i] = of[(i + 1) * n / wanted - 1].offset;
}

/*
 * A few instructions from all over the loop: where all stood while it holds a lock, nobody else would ever get that. What others can find is as it
 * was left by a change, so some stand behind those. Those of an inner loop that only passes the time would stop the call all the time; but there
 * must be two, or none is stopped at again.
 */
static void
tell_loop(void)
{
	uint64_t offsets[OF_A_LOOP];
	forget_deeper();
	unsigned fewest = rounds();
	size_t outer = 0, n = 0, changes = 0;
	for (size_t i = 0; i < nlearned; i++)
		outer += is_outer(&learned[i], fewest);
	for (size_t i = 0; i < nlearned; i++)
		if (outer < 2 || is_outer(&learned[i], fewest))
			learned[n++] = learned[i];
	qsort(learned, n, sizeof *learned, by_change);
	while (changes < n && learned[changes].behind_change)
		changes++;
	size_t wanted = n < OF_A_LOOP ? n : OF_A_LOOP, first = changes < BEHIND_CHANGES ? changes : BEHIND_CHANGES;
	first = first < wanted ? first : wanted;
	add_some(learned, changes, first, offsets);
	add_some(learned + changes, n - changes, wanted - first < n - changes ? wanted - first : n - changes, offsets + first);
	found_loop(offsets, first + (wanted - first < n - changes ? wanted - first : n - changes));
}

/* Notes what the next instruction names, to see whether it changes that. Of a number, what is lowest changes most often. */
static void
watch_change(const ucontext_t *c)
{
	const unsigned char *at = context_place(c);
	struct instruction i = instruction_at(at, breakpoint_byte(at));
	named = i.memory && i.operand ? (const void *)instruction_target(&i, at, c) : NULL;
	if (named)
		was = *named;
}

/* One that is stopped at already; NULL: the loop is longer. */
static struct place *
lone_place(void)
{
	return nlearned == 1 ? place_at(library_code(learned[0].offset)) : NULL;
}

/* It goes on as if nothing had been learned. */
static void
stop_always(struct place *p)
{
	p->loop = true;
	breakpoint_unlift();
}

static void
end_learning(void)
{
	learning = false;
	if (lone_place())
		stop_always(lone_place());
	else
		tell_loop();
}

/*
 * The timer may strike anywhere in the loop, and what is learned must not depend on where: once it is known which instructions there are, it is
 * learned anew from one that comes once in a round, in whole rounds.
 */
static void
begin_rounds(void)
{
	forget_deeper();
	unsigned fewest = rounds();
	qsort(learned, nlearned, sizeof *learned, by_offset);
	size_t i = 0;
	while (i + 1 < nlearned && (learned[i].times < fewest || learned[i].times > fewest + 1))
		i++;
	anchor = nlearned ? learned[i].offset : 0;
	nlearned = 0;
	anchored = true;
}

/* The next instruction is this one. False: enough is known. */
static bool
take(const void *at, uintptr_t stack)
{
	uintptr_t offset;
	bool within = library_any_code_at(at, &offset), round = within && anchored && offset == anchor;
	followed++;
	if (round && followed >= 2 * FOLLOWED)
		return false;
	if (within && (!anchored || round || nlearned))
		learn(offset, stack, named && *named != was);
	if (!anchored && followed == FOLLOWED)
		begin_rounds();
	return followed < 3 * FOLLOWED;
}

static void learn_next(ucontext_t *);

static void
learn_one(ucontext_t *c)
{
	watch_change(c);
	breakpoint_step(c, learn_next);
}

/* It stands where a function of the host begins. Nobody is followed there, for others might run: it is met when it comes back, if that can be. */
static bool
await_return(const ucontext_t *c)
{
	uintptr_t offset;
	void *back;
	memcpy(&back, context_stack(c), sizeof back);
	if (breakpoints_hidden() || !library_any_code_at(back, &offset) || !breakpoint_put(back, BREAK_TO_FOLLOW))
		return false;
	resumes = back;
	return true;
}

/* After each instruction, be it of the implementation or of what it calls. */
static void
learn_next(ucontext_t *c)
{
	const void *at = context_place(c);
	bool goes_on = take(at, (uintptr_t)context_stack(c));
	if (goes_on && !library_is_host(at))
		learn_one(c);
	else if (!goes_on || !await_return(c))
		end_learning();
}

/* Whoever is followed from here on. */
static void
meet(void)
{
	forget_return();
	follower = schedule_self();
	begun = schedule_points();
	followed = 0;
}

static void
start_learning(ucontext_t *c)
{
	uintptr_t offset;
	meet();
	learning = true;
	anchored = false;
	nlearned = 0;
	if (library_any_code_at(context_place(c), &offset))
		learn(offset, (uintptr_t)context_stack(c), false);
	learn_one(c);
}

/* --- following --- */

/* Others are to be stopped where they would be if nobody were followed. */
static bool
may_follow(const ucontext_t *c)
{
	const void *at = context_place(c);
	bool stops = breakpoint_uses(at) && !breakpoints_hidden() && !breakpoint_is_lifted(at);
	return !stops && followed < MOST_FOLLOWED && followed < (alone ? EACH_ALONE : EACH_TICK) * ticks;
}

/* Before each instruction: is it known by now that this never ends? What the host does is not, but that checks change nothing. */
static void
follow(ucontext_t *c)
{
	if (!may_follow(c))
		return;
	if (library_is_host(context_place(c))) {
		if (!access_only_checks(context_place(c)))
			endless_lost();
		await_return(c);
		return;
	}
	bool endless = endless_note(c);
	may_wait = may_wait || endless_looks();
	seems_to_wait = seems_to_wait || endless_waits();
	if (endless && alone)
		alone_for_long(endless_round());
	else if (endless)
		start_learning(c);
	else {
		followed++;
		breakpoint_step(c, follow);
	}
}

/* Where it came to a scheduling point there, it does not spin. */
bool
spin_follow(ucontext_t *c)
{
	if (!resumes || context_place(c) != resumes || schedule_self() != follower)
		return false;
	forget_return();
	learning = learning && schedule_points() == begun;
	named = NULL;
	if (learning && take(context_place(c), (uintptr_t)context_stack(c)))
		learn_one(c);
	else if (learning)
		end_learning();
	else if (schedule_points() == begun)
		follow(c);
	return breakpoint_steps();
}

static void
start_following(ucontext_t *c)
{
	uintptr_t stack = (uintptr_t)context_stack(c);
	meet();
	next_look = library_is_host(context_place(c)) ? ticks + 1 : ticks * 2 < most_ticks ? ticks * 2 : most_ticks;
	endless_begin(stack + carrier_used(schedule_self()->carrier, stack));
	follow(c);
}

/* It has gone on for as long as it may. */
static void
give_up(ucontext_t *c)
{
	uintptr_t offset;
	if (may_wait && library_any_code_at(context_place(c), &offset))
		start_learning(c);
	else
		computed_for_long(c);
}

/* --- signals --- */

void
spin_alone(bool on, void (*over)(const struct endless_round *))
{
	alone = on;
	alone_for_long = over;
	watch_anew();
	breakpoints_hide(on);
	if (on && (atomics_watched() || unhooked_watched()))
		race_give_up();
}

static void watch_with(void (*handler)(int, siginfo_t *, void *), int flags);
static void tick(int number, siginfo_t *, void *context);

/* It runs on the stack of the task, and blocks no signal: it may leave for another task, and come back later or never. */
static void
strike(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	uintptr_t offset;
	watch_with(tick, SA_ONSTACK);
	if (!schedule_self() || breakpoint_steps() || (learning && schedule_points() == begun))
		return;
	bool waits = place_at(context_place(c)) || (seems_to_wait && ticks >= SEEMS_TO && library_any_code_at(context_place(c), &offset));
	if (waits && !alone)
		start_learning(c);
	else if (ticks < most_ticks && !(alone && may_wait && ticks >= ENOUGH))
		start_following(c);
	else if (alone && may_wait)
		alone_for_long(NULL);
	else
		give_up(c);
}

/*
 * It comes at any time, and has a stack of its own: what it left on that of a task would look like a difference between states.
 * Where there is something to do, it comes once more right after this one.
 */
static void
tick(int number, siginfo_t *info, void *context)
{
	if (!schedule_self() || schedule_points() != seen) {
		seen = schedule_points();
		watch_anew();
	} else if (!breakpoint_steps() && ++ticks >= next_look) {
		watch_with(strike, SA_NODEFER);
		real_syscall(SYS_tgkill, real_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), real_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0), SIGPROF, 0, 0, 0);
	}
}

static void
watch_with(void (*handler)(int, siginfo_t *, void *), int flags)
{
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_RESTART | flags};
	real.sigaction(SIGPROF, &action, NULL);
}

void
spin_watch(void (*found)(const uint64_t *, size_t), void (*computed)(void *context))
{
	struct itimerval timer = {{0, TICK}, {0, TICK}};
	found_loop = found;
	computed_for_long = computed;
	watch_with(tick, SA_ONSTACK);
	setitimer(ITIMER_PROF, &timer, NULL);
}

void
spin_allow(uint64_t compute)
{
	uint64_t most = compute / (1000 * TICK);
	most_ticks = most == 0 ? 1 : most < UINT_MAX / 2 ? (unsigned)most : UINT_MAX / 2;
}

#else

void spin_watch(void (*found)(const uint64_t *, size_t), void (*computed)(void *context)) { (void)found; (void)computed; }
void spin_allow(uint64_t compute) { (void)compute; }
void spin_places(const uint64_t *offsets, size_t n) { (void)offsets; (void)n; }
void spin_reach(void *at) { (void)at; }
bool spin_lift(ucontext_t *c) { (void)c; return false; }
bool spin_follow(ucontext_t *c) { (void)c; return false; }
void spin_alone(bool alone, void (*over)(const struct endless_round *)) { (void)alone; (void)over; }

#endif
