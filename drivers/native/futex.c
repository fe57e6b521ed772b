/* Futexes, and the other system calls that are made without the C library's functions. */
#include "drivers/native/futex.h"

#include "drivers/native/failed.h"
#include "drivers/native/mutant.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/signals.h"
#include "drivers/native/views.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <time.h>

/* Who says that a futex is of this process only waits apart from who does not: they do not wake each other. */
#define PRIVATE (UINT64_C(1) << 32)

/* What waiters are found by, beside the word. */
static uint64_t
tag_of(const struct futex_call *c, uint32_t bits)
{
	return bits | (c->op & FUTEX_PRIVATE_FLAG ? PRIVATE : 0);
}

/*
 * What waiters are found by. The kernel knows a futex of this process only by its address, and wakes nobody through another mapping; else by the
 * memory that it is in.
 */
static const void *
key_of(const struct futex_call *c, const uint32_t *word)
{
	return c->op & FUTEX_PRIVATE_FLAG ? word : identity(word);
}

/* The atomic operations of the implementation go by while nobody else runs, so a plain look is enough. */
static uint32_t
value_of(const uint32_t *word)
{
	return *(const volatile uint32_t *)word;
}

static long
wait_on(const struct futex_call *c, uint32_t bits, uint64_t deadline, const void *place)
{
	schedule_act("wait on futex", c->word, place);
	race_take(c->word);
	if (bits == 0)
		return failed(EINVAL);
	if (value_of(c->word) != c->value)
		return failed(EAGAIN);
	switch (signals_block(WAIT_FUTEX, key_of(c, c->word), tag_of(c, bits), deadline, deadline == FOREVER)) {
	case WOKEN:
		return 0;
	case TIMED_OUT:
		return failed(ETIMEDOUT);
	case INTERRUPTED:
		break;
	}
	return failed(EINTR);
}

struct search {
	const void *word;
	uint64_t tag;
	struct task *oldest;
};

static void
compare(struct task *t, void *arg)
{
	struct search *s = arg;
	if (t->state != TASK_BLOCKED || t->wait != WAIT_FUTEX || t->object != s->word)
		return;
	if ((t->tag ^ s->tag) & PRIVATE || !(t->tag & s->tag & UINT32_MAX))
		return;
	if (!s->oldest || t->since < s->oldest->since)
		s->oldest = t;
}

static struct task *
waiter(const void *word, uint64_t tag)
{
	struct search s = {.word = word, .tag = tag};
	schedule_each(compare, &s);
	return s.oldest;
}

/* Does somebody wait for the same word who says the other thing of whose it is? */
static bool
is_missed(const struct futex_call *c, uint32_t bits)
{
	return waiter(c->op & FUTEX_PRIVATE_FLAG ? identity(c->word) : c->word, tag_of(c, bits) ^ PRIVATE);
}

static long
wake(const void *word, uint64_t tag, uint32_t most)
{
	long n = 0;
	for (struct task *t; n < (long)most && (t = waiter(word, tag)); n++)
		schedule_wake(t);
	return n;
}

static long
wake_some(const struct futex_call *c, uint32_t bits, const void *place)
{
	if (bits == 0)
		return failed(EINVAL);
	schedule_act("wake futex", c->word, place);
	uint32_t most = mutant_is(SRTEST_NO_WAKE, place) ? 0 : mutant_is(SRTEST_WAKE_ONE, place) && c->value ? 1 : c->value;
	long n = wake(key_of(c, c->word), tag_of(c, bits), most);
	if (n == 0 && is_missed(c, bits))
		schedule_tell("wake nobody (FUTEX_PRIVATE_FLAG differs) on futex", c->word, place);
	schedule_point();
	return n;
}

/* Those who are not woken wait on the other word from now on. */
static long
requeue(const struct futex_call *c, bool compared, const void *place)
{
	struct task *t;
	uint64_t tag = tag_of(c, UINT32_MAX);
	schedule_act("requeue futex", c->word, place);
	if (compared && value_of(c->word) != c->value3)
		return failed(EAGAIN);
	long woken = wake(key_of(c, c->word), tag, c->value), moved = 0;
	for (; moved < (long)(uint32_t)c->time_or_value && (t = waiter(key_of(c, c->word), tag)); moved++)
		t->object = key_of(c, c->other);
	schedule_point();
	return compared ? woken + moved : woken;
}

static int32_t
operand(uint32_t op, unsigned shift)
{
	return (int32_t)(op << (20 - shift)) >> 20; /* twelve bits with a sign */
}

static bool
holds(uint32_t comparison, uint32_t old, int32_t with)
{
	int32_t value = (int32_t)old;
	switch (comparison) {
	case FUTEX_OP_CMP_EQ:
		return value == with;
	case FUTEX_OP_CMP_NE:
		return value != with;
	case FUTEX_OP_CMP_LT:
		return value < with;
	case FUTEX_OP_CMP_LE:
		return value <= with;
	case FUTEX_OP_CMP_GT:
		return value > with;
	}
	return value >= with;
}

static uint32_t
changed(uint32_t op, uint32_t old, uint32_t by)
{
	switch (op & 7) {
	case FUTEX_OP_SET:
		return by;
	case FUTEX_OP_ADD:
		return old + by;
	case FUTEX_OP_OR:
		return old | by;
	case FUTEX_OP_ANDN:
		return old & ~by;
	}
	return old ^ by;
}

/* Changes the second word, and wakes those who wait on it if its old value compares as wanted. */
static long
wake_both(const struct futex_call *c, const void *place)
{
	uint32_t op = c->value3, kind = op >> 28;
	schedule_act("wake futex", c->word, place);
	uint32_t old = value_of(c->other), by = (uint32_t)operand(op, 12);
	by = kind & FUTEX_OP_OPARG_SHIFT ? 1u << (by & 31) : by;
	*(volatile uint32_t *)c->other = changed(kind, old, by);
	race_take(c->other);
	race_give(c->other);
	long n = wake(key_of(c, c->word), tag_of(c, UINT32_MAX), c->value);
	if (holds(op >> 24 & 15, old, operand(op, 0)))
		n += wake(key_of(c, c->other), tag_of(c, UINT32_MAX), (uint32_t)c->time_or_value);
	schedule_point();
	return n;
}

/* FUTEX_WAIT says how long, FUTEX_WAIT_BITSET until when. */
static bool
deadline_of(const struct futex_call *c, bool relative, bool calendar, uint64_t *deadline)
{
	const struct timespec *t = (const void *)(intptr_t)c->time_or_value;
	if (!t || !relative)
		return deadline_at(calendar ? CLOCK_REALTIME : CLOCK_MONOTONIC, t, deadline) == 0;
	if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= (long)NANOSECONDS)
		return false;
	uint64_t now = schedule_now(), seconds = (uint64_t)t->tv_sec;
	*deadline = seconds > (FOREVER - now) / NANOSECONDS - 2 ? FOREVER - 1 : now + seconds * NANOSECONDS + (uint64_t)t->tv_nsec;
	return true;
}

bool
futex_known(int op)
{
	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET:
	case FUTEX_REQUEUE:
	case FUTEX_CMP_REQUEUE:
	case FUTEX_WAKE_OP:
		return true;
	}
	return false;
}

long
futex(const struct futex_call *c, const void *place)
{
	uint64_t deadline;
	bool calendar = c->op & FUTEX_CLOCK_REALTIME;
	if ((uintptr_t)c->word % sizeof *c->word)
		return failed(EINVAL);
	switch (c->op & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
		return deadline_of(c, true, calendar, &deadline) ? wait_on(c, UINT32_MAX, deadline, place) : failed(EINVAL);
	case FUTEX_WAIT_BITSET:
		return deadline_of(c, false, calendar, &deadline) ? wait_on(c, c->value3, deadline, place) : failed(EINVAL);
	case FUTEX_WAKE:
		return wake_some(c, UINT32_MAX, place);
	case FUTEX_WAKE_BITSET:
		return wake_some(c, c->value3, place);
	case FUTEX_REQUEUE:
		return requeue(c, false, place);
	case FUTEX_CMP_REQUEUE:
		return requeue(c, true, place);
	case FUTEX_WAKE_OP:
		return wake_both(c, place);
	}
	return failed(ENOSYS);
}
