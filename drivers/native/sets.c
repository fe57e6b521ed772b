/* The semaphores of System V: sets of them, several of which are changed at once or not at all. */
#include "drivers/native/failed.h"
#include "drivers/native/kept.h"
#include "drivers/native/misuse.h"
#include "drivers/native/mutant.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/sem.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* As Linux has them, unless it is told otherwise. */
enum { MOST_SEMAPHORES = 32000, MOST_OPERATIONS = 500, LARGEST = 32767 };

struct semaphore_of_set {
	int value;
	pid_t last; /* who changed it */
};

struct set {
	struct kept kept;
	size_t n;
	struct semaphore_of_set semaphores[];
};

/* What is wanted of a set, and which of that cannot be done yet. */
struct operations {
	struct wish wish;
	const struct sembuf *all;
	size_t n, stuck;
};

static void
undo(struct set *s, const struct sembuf *all, size_t n)
{
	while (n--)
		s->semaphores[all[n].sem_num].value -= all[n].sem_op;
}

/* One after the other; if one cannot be done, none of them is. */
static bool
perform(struct kept *k, struct wish *w)
{
	struct set *s = (void *)k;
	struct operations *o = (void *)w;
	for (o->stuck = 0; o->stuck < o->n; o->stuck++) {
		const struct sembuf *op = &o->all[o->stuck];
		int *value = &s->semaphores[op->sem_num].value, becomes = *value + op->sem_op;
		bool waits = op->sem_op == 0 ? *value != 0 : becomes < 0;
		if (waits || becomes > LARGEST) {
			w->error = !waits ? ERANGE : op->sem_flg & IPC_NOWAIT ? EAGAIN : 0;
			undo(s, o->all, o->stuck);
			return w->error;
		}
		*value = becomes;
	}
	for (size_t i = 0; i < o->n; i++)
		s->semaphores[o->all[i].sem_num].last = getpid();
	return true;
}

static const char *
action(const struct sembuf *all, size_t n)
{
	if (n > 1)
		return "change semaphores";
	return all->sem_op > 0 ? "post semaphore" : all->sem_op < 0 ? "wait for semaphore" : "wait for zero";
}

static bool
gives(const struct sembuf *all, size_t n)
{
	while (n--)
		if (all[n].sem_op > 0)
			return true;
	return false;
}

static bool
changes(const struct sembuf *all, size_t n)
{
	while (n--)
		if (all[n].sem_op)
			return true;
	return false;
}

static struct set *
find(int id)
{
	struct set *s = kept_numbered(KEPT_SET, id);
	if (!s)
		errno = EINVAL;
	return s;
}

/* The semaphore that the operations are about, or the set if they are about several. NULL: there are not so many. */
static const void *
object(const struct set *s, const struct sembuf *all, size_t n)
{
	const void *one = &s->semaphores[all->sem_num];
	for (size_t i = 0; i < n; i++) {
		if (all[i].sem_num >= s->n)
			return NULL;
		if (all[i].sem_num != all->sem_num)
			one = s;
	}
	return one;
}

static int
operate(int id, const struct sembuf *all, size_t n, uint64_t deadline, const void *place)
{
	struct operations o = {{.grant = perform, .only_looks = !changes(all, n)}, all, n, 0};
	struct set *s = find(id);
	const void *about = s ? object(s, all, n) : NULL;
	if (!s)
		return -1;
	if (!about)
		return failed(EFBIG);
	schedule_act(action(all, n), about, place);
	if (mutant_is(gives(all, n) ? SRTEST_NO_WAKE : SRTEST_NO_WAIT, place))
		return 0;
	s = find(id); /* others may have removed it */
	if (!s)
		return -1;
	if (gives(all, n))
		race_give(s);
	enum woken woken = kept_wish(&s->kept, &o.wish, deadline, false, place);
	if (woken != WOKEN || o.wish.error)
		return failed(woken == WOKEN ? o.wish.error : woken == TIMED_OUT ? EAGAIN : EINTR);
	race_take(s);
	schedule_point();
	return 0;
}

EXPORT int
semop(int id, struct sembuf *all, size_t n)
{
	if (n == 0)
		return failed(EINVAL);
	return n > MOST_OPERATIONS ? failed(E2BIG) : operate(id, all, n, FOREVER, PLACE);
}

EXPORT int
semtimedop(int id, struct sembuf *all, size_t n, const struct timespec *time)
{
	uint64_t deadline;
	if (n == 0 || !deadline_after(time, &deadline))
		return failed(EINVAL);
	return n > MOST_OPERATIONS ? failed(E2BIG) : operate(id, all, n, deadline, PLACE);
}

EXPORT int
semget(key_t key, int n, int flags)
{
	bool fits = n > 0 && n <= MOST_SEMAPHORES;
	schedule_act("get semaphores", NULL, PLACE);
	struct set *s = kept_get(KEPT_SET, key, flags, fits ? sizeof *s + (size_t)n * sizeof *s->semaphores : 0);
	if (!s)
		return -1;
	if (s->n == 0)
		s->n = (size_t)n;
	return n >= 0 && (size_t)n <= s->n ? s->kept.number : failed(EINVAL);
}

/* Those who wait for this semaphore, to be zero or to be more. */
struct waiters {
	unsigned short number;
	bool for_zero;
	int n;
};

static void
count(const struct wish *w, void *arg)
{
	const struct operations *o = (const void *)w;
	const struct sembuf *op = &o->all[o->stuck];
	struct waiters *waiters = arg;
	waiters->n += op->sem_num == waiters->number && (op->sem_op == 0) == waiters->for_zero;
}

static int
waiting(const struct set *s, int number, bool for_zero)
{
	struct waiters w = {(unsigned short)number, for_zero, 0};
	kept_each_wish(&s->kept, count, &w);
	return w.n;
}

union argument {
	int value;
	struct semid_ds *about;
	unsigned short *values;
};

static bool
set_values(struct set *s, const unsigned short *values)
{
	for (size_t i = 0; i < s->n; i++)
		if (values[i] > LARGEST)
			return false;
	for (size_t i = 0; i < s->n; i++)
		s->semaphores[i].value = values[i];
	return true;
}

static int
control_all(struct set *s, int command, union argument a, const void *place)
{
	switch (command) {
	case IPC_RMID:
		race_give(s);
		kept_refuse(&s->kept, EIDRM);
		kept_end(&s->kept);
		return 0;
	case IPC_STAT:
		*a.about = (struct semid_ds){.sem_nsems = s->n};
		return 0;
	case IPC_SET:
		return 0;
	case GETALL:
		for (size_t i = 0; i < s->n; i++)
			a.values[i] = (unsigned short)s->semaphores[i].value;
		race_take(s);
		return 0;
	case SETALL:
		race_give(s);
		if (!set_values(s, a.values))
			return failed(ERANGE);
		kept_changed(&s->kept);
		return 0;
	}
	unseen("a command of semctl", place);
	return failed(EINVAL);
}

/* With SETVAL, if it is none of the others. */
static int
control_one(struct set *s, int number, int command, union argument a)
{
	struct semaphore_of_set *one = &s->semaphores[number];
	switch (command) {
	case GETVAL:
		race_take(s);
		return one->value;
	case GETPID:
		return one->last;
	case GETNCNT:
		return waiting(s, number, false);
	case GETZCNT:
		return waiting(s, number, true);
	}
	if (a.value < 0 || a.value > LARGEST)
		return failed(ERANGE);
	race_give(s);
	one->value = a.value;
	one->last = getpid();
	kept_changed(&s->kept);
	return 0;
}

EXPORT int
semctl(int id, int number, int command, ...)
{
	struct set *s = find(id);
	bool about_one = command == GETVAL || command == GETPID || command == GETNCNT || command == GETZCNT || command == SETVAL;
	union argument a;
	va_list rest;
	va_start(rest, command);
	a = va_arg(rest, union argument);
	va_end(rest);
	schedule_act("control semaphores", s, PLACE);
	s = find(id);
	if (!s)
		return -1;
	if (about_one && (number < 0 || (size_t)number >= s->n))
		return failed(EINVAL);
	return about_one ? control_one(s, number, command, a) : control_all(s, command, a, PLACE);
}
