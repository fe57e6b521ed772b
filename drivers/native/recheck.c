#include "drivers/native/recheck.h"

#include "drivers/native/breakpoint.h"
#include "drivers/native/instruction.h"
#include "drivers/native/library.h"
#include "drivers/native/schedule.h"

#include <stdint.h>
#include <string.h>
#include <unwind.h>

enum { JUMP_SHORT = 0xeb, JUMP_FAR = 0xe9, RETURN = 0xc3, MOST_JUMPS = 4, MOST_FOLLOWED = 500 };

/* A task that is followed. It is in the loop from the first instruction of its function up to where the wait returned. */
static struct follower {
	const unsigned char *start, *end;
	const void *place; /* of the wait */
	const unsigned char *head; /* where the branch goes that stays in the loop; NULL: not known yet */
	const unsigned char *resumes; /* followed again from here, */
	const unsigned char *stack; /* ... when its stack is there; NULL: wherever it is */
	unsigned steps;
} followers[MOST_CARRIERS];
static int nfollowers; /* how far the table was used in this test */

static const unsigned char *at; /* the instruction that is stepped */
static struct instruction what;

static struct follower *
own(void)
{
	const struct task *t = schedule_self();
	if (!t)
		return NULL;
	nfollowers = nfollowers > t->number ? nfollowers : t->number + 1;
	return &followers[t->number];
}

void
recheck_begin(void)
{
	memset(followers, 0, (size_t)nfollowers * sizeof *followers);
	nfollowers = 0;
}

static void
resume(struct follower *f, const unsigned char *place, const unsigned char *stack)
{
	f->stack = stack;
	f->resumes = breakpoint_put((void *)(uintptr_t)place, BREAK_TO_CHECK) ? place : NULL;
}

/* The unwinder has a primitive of its own. */
static void
enter(struct follower *f, const unsigned char *place)
{
	struct task *t = schedule_hide();
	f->start = _Unwind_FindEnclosingFunction((void *)(uintptr_t)place);
	f->end = place;
	schedule_show(t);
}

void
recheck_skip(const void *place)
{
	struct follower *f = own();
	*f = (struct follower){.place = place};
	enter(f, place);
	resume(f, place, NULL);
}

void
recheck_end(void)
{
	struct follower *f = own();
	if (f)
		f->resumes = NULL;
}

/* --- branches --- */

/* Where one comes to who goes there: jumps are followed. */
static const unsigned char *
through(const unsigned char *way)
{
	int32_t distance;
	for (int i = 0; i < MOST_JUMPS; i++) {
		unsigned char code = breakpoint_byte(way);
		if (code == JUMP_SHORT)
			way += 2 + (signed char)way[1];
		else if (code == JUMP_FAR) {
			memcpy(&distance, way + 1, sizeof distance);
			way += 5 + distance;
		} else
			break;
	}
	return way;
}

static bool
is_in(const struct follower *f, const unsigned char *way)
{
	return way >= f->start && way < f->end;
}

/* A branch was taken one way. If that one stays in the loop and the other one does not, the other one is taken. False: it is left for good. */
static bool
turn(ucontext_t *c, struct follower *f)
{
	const unsigned char *way = context_place(c), *other = way == what.taken ? what.other : what.taken;
	bool stays = is_in(f, through(way));
	if (stays == is_in(f, through(other)))
		return true;
	const unsigned char *head = through(stays ? way : other);
	if (f->head && head != f->head)
		return true;
	f->head = head;
	schedule_tell(stays ? "leave loop" : "find loop over", NULL, f->place);
	if (stays)
		context_go_to(c, other);
	return at >= f->end; /* below a wait, others like it may follow */
}

/* --- following --- */

static void go_on(ucontext_t *);

static void
after(ucontext_t *c)
{
	struct follower *f = own();
	uintptr_t offset;
	bool returns = breakpoint_byte(at) == RETURN;
	if (what.flow == FLOW_CALL) {
		resume(f, *(unsigned char **)(void *)context_stack(c), context_stack(c) + sizeof(void *));
		return;
	}
	if (++f->steps > MOST_FOLLOWED || !library_code_at(context_place(c), &offset))
		return;
	if (what.flow == FLOW_BRANCH && !turn(c, f))
		return;
	if (returns && !f->head)
		enter(f, context_place(c)); /* the loop may be around the call of this function */
	else if (returns)
		return;
	go_on(c);
}

static void
go_on(ucontext_t *c)
{
	at = context_place(c);
	what = instruction_at(at, breakpoint_byte(at));
	breakpoint_step(c, after);
}

bool
recheck_reach(ucontext_t *c)
{
	struct follower *f = own();
	if (!f || !f->resumes || f->resumes != context_place(c) || (f->stack && f->stack != context_stack(c)))
		return false;
	f->resumes = NULL;
	go_on(c);
	return true;
}
