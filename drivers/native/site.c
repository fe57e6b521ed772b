#include "drivers/native/site.h"

#include "drivers/native/access.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/carrier.h"
#include "drivers/native/instruction.h"
#include "drivers/native/library.h"
#include "drivers/native/margins.h"
#include "drivers/native/memory.h"
#include "drivers/native/schedule.h"
#include "drivers/native/shown.h"
#include "drivers/native/update.h"

#include <string.h>

enum {
	/* instructions that are known; steps to learn them; ends of the known code */
	MOST_KNOWN = 8192,
	SLOTS = 2 * MOST_KNOWN,
	MOST_FOLLOWED = 65536,
	MOST_ENDS = 4096,
	/* jumps and calls that may go elsewhere each time, how often each is looked at, and tests until one looks at them always */
	MOST_TURNS = 64,
	LOOKS = 16,
	REST = 16,
	/* sites to tell at once */
	MOST_FRESH = 1024,
	/* bytes of a constant that may follow an operand */
	LONGEST_CONSTANT = 4,
	/* bytes of a stack that is none of a task's, such as that of a coroutine, in which a function may have its frame */
	LARGEST_FRAME = 1 << 16,
	/* visits to a site in a phase after which calls pass it by: it is in a loop */
	MOST_VISITS = 60,
};

static const unsigned char *known[SLOTS];
static size_t nknown, followed;

static const unsigned char *ends[MOST_ENDS];
static size_t nends;

static struct turn {
	const unsigned char *at;
	unsigned looks;
} turns[MOST_TURNS];
static size_t nturns;

static uint64_t fresh[MOST_FRESH];
static size_t nfresh;

static bool learning, watchful;
static const unsigned char *at; /* the instruction that is being followed */
static struct instruction what;

static struct site {
	void *at;
	bool within; /* between what the instruction reads and what it writes */
	uint64_t visits, in_phase;
} sites[MOST_SITES];
static size_t nsites;
static const void *active; /* the place whose memory is being read or written for it */

/* --- what is known --- */

static const unsigned char **
slot(const unsigned char *code)
{
	size_t i = ((uintptr_t)code * 0x9e3779b97f4a7c15u) >> 32;
	while (known[i % SLOTS] && known[i % SLOTS] != code)
		i++;
	return &known[i % SLOTS];
}

static bool
is_known(const unsigned char *code)
{
	return *slot(code) != NULL;
}

/* False: it was known. */
static bool
know(const unsigned char *code)
{
	const unsigned char **s = slot(code);
	if (*s || nknown == MOST_KNOWN)
		return false;
	*s = code;
	nknown++;
	return true;
}

static void
set_end(const unsigned char *code, bool on)
{
	if (on)
		breakpoint_put((void *)(uintptr_t)code, BREAK_TO_LEARN);
	else
		breakpoint_drop((void *)(uintptr_t)code, BREAK_TO_LEARN);
}

/* Whoever comes here first is followed from here. */
static void
add_end(const unsigned char *code)
{
	uintptr_t offset;
	if (is_known(code) || (breakpoint_uses(code) & BREAK_TO_LEARN) || !library_code_at(code, &offset) || nends == MOST_ENDS)
		return;
	ends[nends++] = code;
	set_end(code, learning);
}

static bool
turns_again(const unsigned char *code)
{
	size_t i = 0;
	while (i < nturns && turns[i].at != code)
		i++;
	if (i == nturns) {
		if (nturns == MOST_TURNS)
			return false;
		turns[nturns++] = (struct turn){code, LOOKS};
	}
	turns[i].looks -= turns[i].looks > 0;
	return watchful || turns[i].looks > 0;
}

/* What is code is only known once the library has been looked at, and that is before anything is learned. */
void
site_enter(const void *code)
{
	size_t i = 0;
	if (learning) {
		add_end(code);
		return;
	}
	while (i < nends && ends[i] != code)
		i++;
	if (i == nends && nends < MOST_ENDS)
		ends[nends++] = code;
}

static void
set_learning(bool on)
{
	size_t kept = 0;
	if (learning == on)
		return;
	learning = on;
	for (size_t i = 0; i < nends; i++) {
		uintptr_t offset;
		if (!is_known(ends[i]) && library_code_at(ends[i], &offset))
			set_end(ends[kept++] = ends[i], on);
	}
	nends = kept;
}

/* A jump may go somewhere new after a long time, and late in a test: some tests look at all of them. */
static void
set_turns(void)
{
	static unsigned tests;
	watchful = learning && ++tests % REST == 0;
	for (size_t i = 0; i < nturns; i++)
		set_end(turns[i].at, learning && (watchful || turns[i].looks > 0));
}

/* --- learning --- */

static bool
in_stack(const ucontext_t *c, const unsigned char *address)
{
	const struct task *t = schedule_self();
	uintptr_t here = (uintptr_t)address, top = (uintptr_t)context_stack(c);
	return here >= top && here < (t && top >= t->stack && top < t->stack_end ? t->stack_end : top + LARGEST_FRAME);
}

/* A frame is the call's own, but for what it shows to others; and so is what says where its margins are. */
static bool
is_own(const ucontext_t *c)
{
	if (what.fills || what.copies)
		return in_stack(c, context_to(c)) && (what.fills || in_stack(c, context_from(c)));
	if (what.operand && margins_are(operand_address(what.operand, what.upper, c)))
		return true;
	const unsigned char *base = what.by_stack ? context_stack(c) : what.by_frame ? context_frame(c) : NULL;
	return base && in_stack(c, base) && !(what.operand && shown(operand_address(what.operand, what.upper, c)));
}

/* Objects with hooks tell of their accesses, but for those of functions that have none, or in assembly. */
static bool
is_told(const ucontext_t *c)
{
	if (!access_hooked())
		return false;
	uintptr_t from = what.operand ? operand_address(what.operand, what.upper, c) : 0, to = from + (what.relative ? LONGEST_CONSTANT : 0);
	return !shown_memory((const void *)from, 1) || access_told(from, to); /* in the frame are registers that were put aside, too */
}

static void
tell_site(const ucontext_t *c, uintptr_t offset)
{
	size_t size;
	if (nfresh < MOST_FRESH)
		fresh[nfresh++] = offset;
	if (nfresh < MOST_FRESH && update_target(at, breakpoint_byte(at), c, &size))
		fresh[nfresh++] = offset | SRTEST_WITHIN;
}

static void
uncover(const unsigned char *from, size_t size, void *arg)
{
	(void)arg;
	breakpoints_read(from, size);
}

/* It reads code as data, and the rest of it may come next. That it did is known in the tests that follow, too. */
static void
watch_read(const ucontext_t *c)
{
	const void *from = what.copies ? context_from(c) : what.operand ? (const void *)instruction_target(&what, at, c) : NULL;
	if (!from || is_told(c) || (!is_known(from) && !breakpoint_uses(from)))
		return;
	breakpoint_put((void *)(uintptr_t)at, BREAK_TO_READ);
	site_read(at);
}

void
site_read(const void *place)
{
	if (breakpoint_uses(place) & BREAK_TO_READ)
		library_each_code(uncover, NULL);
}

/* What is called at this address: a stub of the object leads to where the loader has found the function. */
static const void *
called_at(const unsigned char *code)
{
	static const unsigned char mark[] = {0xf3, 0x0f, 0x1e, 0xfa}, jump[] = {0xff, 0x25};
	uintptr_t offset;
	int32_t distance;
	const void *function;
	if (!library_code_at(code, &offset))
		return code;
	if (breakpoint_byte(code) == *mark && memcmp(code + 1, mark + 1, sizeof mark - 1) == 0)
		code += sizeof mark;
	code += *code == 0xf2;
	if (memcmp(code, jump, sizeof jump) != 0)
		return code;
	code += sizeof jump;
	memcpy(&distance, code, sizeof distance);
	memcpy(&function, code + sizeof distance + distance, sizeof function);
	return function;
}

/* Is it called with a pointer to what others can find? What is told by its hooks needs no site. */
static bool
is_shared_work(const ucontext_t *c, const unsigned char *next)
{
	if (access_hooked() || (what.flow != FLOW_CALL && called_at(at) != at) || !memory_is_accessed_by(called_at(next)))
		return false;
	return shown_memory(context_to(c), 1) || shown_memory(context_from(c), 1);
}

static void follow(ucontext_t *);

static void
learn(ucontext_t *c)
{
	uintptr_t offset;
	at = context_place(c);
	what = instruction_at(at, breakpoint_byte(at));
	bool again = what.varies && turns_again(at);
	if (know(at) && (what.memory || what.by_stack) && !is_own(c) && !is_told(c) && library_code_at(at, &offset))
		tell_site(c, offset);
	if (what.memory)
		watch_read(c);
	set_end(at, again);
	if (what.flow == FLOW_BRANCH) {
		add_end(what.taken);
		add_end(what.other);
	}
	if (what.points)
		add_end(what.points);
	followed++;
	breakpoint_step(c, follow);
}

/* After each instruction. Where a call has more to do than to go on, its breakpoint must see it come. */
static void
follow(ucontext_t *c)
{
	const unsigned char *next = context_place(c);
	uintptr_t offset;
	if (what.flow == FLOW_CALL)
		add_end(*(unsigned char **)(void *)context_stack(c));
	if (nfresh < MOST_FRESH && is_shared_work(c, next) && library_code_at(at, &offset))
		fresh[nfresh++] = offset;
	if (!library_code_at(next, &offset) || is_known(next) || nknown == MOST_KNOWN || followed >= MOST_FOLLOWED)
		return;
	if (breakpoint_uses(next) & ~(unsigned)BREAK_TO_LEARN)
		add_end(next);
	else
		learn(c);
}

bool
site_learn(ucontext_t *c)
{
	if (!learning || !(breakpoint_uses(context_place(c)) & BREAK_TO_LEARN))
		return false;
	if (nknown == MOST_KNOWN || followed >= MOST_FOLLOWED) {
		set_end(context_place(c), false);
		return false;
	}
	learn(c);
	return true;
}

const uint64_t *
sites_learned(size_t *n)
{
	*n = nfresh;
	nfresh = 0;
	return fresh;
}

/* --- sites --- */

static void
set_sites(bool on)
{
	for (size_t i = 0; i < nsites; i++)
		if (!on)
			breakpoint_drop(sites[i].at, BREAK_TO_REACH);
		else if (sites[i].at)
			breakpoint_put(sites[i].at, BREAK_TO_REACH);
}

void
sites_begin(const struct site_settings *s)
{
	set_sites(false);
	nsites = 0;
	for (size_t i = 0; i < s->n; i++)
		sites[nsites++] = (struct site){.at = library_code(s->at[i] & ~SRTEST_WITHIN), .within = s->at[i] & SRTEST_WITHIN};
	set_sites(true);
	set_learning(s->learn);
	set_turns();
}

void
sites_continue(void)
{
	for (size_t i = 0; i < nsites; i++)
		sites[i].in_phase = 0;
	set_sites(true);
}

static void
stop_before(const void *place)
{
	schedule_reach("reach breakpoint", (const unsigned char *)place + 1);
}

/* What was read before others came in between is what is changed and written. */
static void
stop_within(const ucontext_t *c, const void *place)
{
	unsigned char before[8];
	size_t size;
	void *target = update_target(place, breakpoint_byte(place), c, &size);
	if (!target)
		return;
	active = place;
	memcpy(before, target, size);
	active = NULL;
	schedule_reach("stop between read and write", (const unsigned char *)place + 1);
	active = place;
	memcpy(target, before, size);
	active = NULL;
}

/* A visit to a site; false: calls pass it by now. */
static bool
visit(struct site *s)
{
	if (s->in_phase == MOST_VISITS)
		return false;
	s->visits++;
	s->in_phase++;
	return true;
}

static bool
is_passed_by(const void *place)
{
	for (size_t i = 0; i < nsites; i++)
		if (sites[i].at == place && sites[i].in_phase < MOST_VISITS)
			return false;
	return true;
}

/* Before the instruction first, then within it. */
void
site_reach(const ucontext_t *c)
{
	void *place = context_place(c);
	if (!(breakpoint_uses(place) & BREAK_TO_REACH))
		return;
	for (size_t i = 0; i < nsites; i++)
		if (sites[i].at == place && !sites[i].within && visit(&sites[i]))
			stop_before(place);
	for (size_t i = 0; i < nsites; i++)
		if (sites[i].at == place && sites[i].within && visit(&sites[i]))
			stop_within(c, place);
	if (is_passed_by(place))
		breakpoint_drop(place, BREAK_TO_REACH);
}

const void *
site_active(void)
{
	return active;
}

uint64_t
site_visits(size_t nth)
{
	return nth < nsites ? sites[nth].visits : 0;
}
