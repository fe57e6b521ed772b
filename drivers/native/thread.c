/* Threads that the implementation makes itself: tasks like the calls of clients, but that they may outlive a phase. */
#include "drivers/native/caller.h"
#include "drivers/native/cancel.h"
#include "drivers/native/carrier.h"
#include "drivers/native/cleanup.h"
#include "drivers/native/library.h"
#include "drivers/native/misuse.h"
#include "drivers/native/names.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/shown.h"
#include "drivers/native/signals.h"
#include "drivers/native/site.h"
#include "drivers/native/state.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

enum {
	MOST_KEYS = 1024,
	OWN_STACK = CARRIER_STACK - CARRIER_GUARD,
	SMALLEST_STACK = 1 << 16, /* on which there is room for what the host does in between */
};

struct start {
	void *(*fn)(void *);
	int (*c11)(void *);
	void *arg;
	/* as its attributes have it: where its stack is, or NULL; of what size; and how much of it is to be nobody's */
	void *stack;
	size_t stack_size, guard;
};

static struct start starts[MOST_CARRIERS];
static int32_t made; /* threads in this test */
static unsigned alive; /* of them */
static void (*destructors[MOST_KEYS])(void *);
static bool any_key;
static enum { KEY_UNKNOWN, KEY_OF_LOADING, KEY_OF_TEST } keys[MOST_KEYS]; /* when the implementation made them */

/* --- thread-local values --- */

static void
destroy_values(void)
{
	bool more = any_key;
	for (int round = 0; more && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
		more = false;
		for (unsigned key = 0; key < MOST_KEYS; key++) {
			void *value = destructors[key] ? pthread_getspecific(key) : NULL;
			if (!value)
				continue;
			pthread_setspecific(key, NULL);
			destructors[key](value);
			more = true;
		}
	}
}

static void
forget_values(void)
{
	for (unsigned key = 0; key < MOST_KEYS; key++)
		if (keys[key] != KEY_UNKNOWN && pthread_getspecific(key))
			pthread_setspecific(key, NULL);
}

void
threads_fresh(void)
{
	if (any_key)
		forget_values();
	library_restore_local();
}

bool
keys_reset(void)
{
	if (!any_key)
		return true;
	if (!carriers_each_local(forget_values))
		return false;
	for (unsigned key = 0; key < MOST_KEYS; key++) {
		if (keys[key] != KEY_OF_TEST)
			continue;
		pthread_key_delete(key);
		destructors[key] = NULL;
		keys[key] = KEY_UNKNOWN;
	}
	return true;
}

bool
keys_any(void)
{
	return any_key;
}

void
keys_each_value(void (*fn)(const void *))
{
	for (unsigned key = 0; any_key && key < MOST_KEYS; key++)
		if (keys[key] != KEY_UNKNOWN && pthread_getspecific(key))
			fn(pthread_getspecific(key));
}

EXPORT int
pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	int error = real.pthread_key_create(key, NULL);
	if (error != 0 || *key >= MOST_KEYS)
		return error;
	destructors[*key] = destructor;
	any_key = true;
	keys[*key] = schedule_self() ? KEY_OF_TEST : KEY_OF_LOADING;
	return error;
}

EXPORT int __pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int
__pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	return pthread_key_create(key, destructor);
}

EXPORT int
tss_create(tss_t *key, tss_dtor_t destructor)
{
	return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}

/* --- threads --- */

static void
finish(struct task *t)
{
	once_abandon();
	cleanup_locals();
	destroy_values();
	mutexes_abandon();
	signals_end(t);
	schedule_wake_all(WAIT_JOIN, t);
	if (--alive == 0)
		schedule_wake_all(WAIT_JOIN, &alive);
}

CALLS_IMPLEMENTATION static void
run(void *arg)
{
	struct task *t = arg;
	const struct start *s = t->arg;
	t->value = s->fn ? s->fn(s->arg) : (void *)(intptr_t)s->c11(s->arg);
}

static void
thread_job(struct task *t)
{
	cleanup_begin();
	once_begin();
	carrier_call(t->carrier, run, t);
	finish(t);
}

int32_t
threads_next_actor(void)
{
	return SRTEST_THREAD + made++;
}

/* The stack that it was given, or one that is as large as it wants it; its carrier's own is larger than most want it. False: there is none. */
static bool
find_stack(struct task *t, struct start s)
{
	if (!s.stack && s.stack_size <= OWN_STACK)
		return true;
	void *stack = s.stack ? s.stack : carrier_large_stack(t->carrier, s.stack_size);
	if (!stack || s.stack_size < SMALLEST_STACK)
		return false;
	task_stand_on(t, stack, s.stack_size);
	return true;
}

static int
create(pthread_t *thread, struct start start, bool detached, const void *place)
{
	if (implementation_loads())
		unseen_while_loaded("pthread_create, while it is loaded", "threads that are made while it is loaded");
	int32_t actor = threads_next_actor();
	schedule_act("create thread", (const void *)(uintptr_t)actor, place);
	struct task *t = schedule_add(thread_job, NULL, actor);
	if (!t) {
		unseen("more threads at once than it has room for", place);
		return EAGAIN;
	}
	if (!find_stack(t, start)) {
		unseen("a thread with a stack that is too small or too large", place);
		return EAGAIN;
	}
	starts[t->number] = start;
	show(start.arg);
	site_enter(start.fn ? (const void *)(uintptr_t)start.fn : (const void *)(uintptr_t)start.c11);
	t->arg = &starts[t->number];
	t->kind = start.fn ? (uint64_t)(uintptr_t)start.fn : (uint64_t)(uintptr_t)start.c11;
	t->is_thread = true;
	t->detached = detached;
	alive++;
	signals_inherit(t);
	names_inherit(t);
	*thread = (pthread_t)carrier_self(t->carrier);
	schedule_point();
	return 0;
}

struct sought {
	pthread_t thread;
	struct task *found;
};

static void
compare(struct task *t, void *arg)
{
	struct sought *s = arg;
	if ((pthread_t)carrier_self(t->carrier) == s->thread)
		s->found = t;
}

struct task *
threads_task(pthread_t thread)
{
	struct sought s = {.thread = thread};
	schedule_each(compare, &s);
	return s.found;
}

/* One that may be joined. */
static struct task *
find(pthread_t thread)
{
	struct task *t = threads_task(thread);
	return t && t->is_thread ? t : NULL;
}

/* A deadline of 0 has always passed. */
static int
join(pthread_t thread, void **value, uint64_t deadline, const void *place)
{
	struct task *t = find(thread);
	if (!t || t->joined || t->detached)
		misuse("joins a thread that is not there, or was joined or detached already", place);
	if (t == schedule_self())
		return EDEADLK;
	schedule_act("join thread", (const void *)(uintptr_t)t->actor, place);
	t->joined = true;
	while (t->state != TASK_DONE) {
		if (deadline && cancel_block(WAIT_JOIN, t, 0, deadline) && !cancel_came())
			continue;
		if (t->state == TASK_DONE)
			break;
		t->joined = false;
		cancel_take(place);
		return deadline ? ETIMEDOUT : EBUSY;
	}
	if (value)
		*value = t->value;
	race_join(t);
	t->state = TASK_FREE;
	return 0;
}

static int
detach(pthread_t thread, const void *place)
{
	struct task *t = find(thread);
	if (!t || t->joined || t->detached)
		misuse("detaches a thread that is not there, or was joined or detached already", place);
	t->detached = true;
	if (t->state != TASK_DONE)
		return 0;
	race_end(t);
	t->state = TASK_FREE;
	return 0;
}

/* The first thread of a program leaves, and the program ends with the last one. */
static void
leave_program(const void *place)
{
	cleanup_locals();
	destroy_values();
	while (alive) {
		schedule_tell("wait for all threads", NULL, place);
		schedule_block(WAIT_JOIN, &alive, 0, FOREVER);
	}
	program_ends(PROGRAM_EXITS, 0);
}

static void
leave_thread(const void *place)
{
	(void)place;
	finish(schedule_self());
	schedule_leave();
}

void
thread_leave(void *value, const void *place)
{
	struct task *t = schedule_self();
	bool first = t && program_runs(t->actor);
	if (!t || (!t->is_thread && !first))
		misuse("ends the thread of the caller", place);
	t->value = value;
	t->uncancellable = true;
	cleanup_run(first ? leave_program : leave_thread, place);
}

void
threads_reset(void)
{
	made = 0;
	alive = 0;
}

uint64_t
threads_number(uint64_t seed)
{
	uint64_t counts[] = {(uint64_t)made, alive};
	seed = XXH3_64bits_withSeed(counts, sizeof counts, seed);
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].is_thread && tasks[i].state != TASK_FREE)
			seed = XXH3_64bits_withSeed(&starts[i], sizeof starts[i], seed);
	return seed;
}

EXPORT int
pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*fn)(void *), void *arg)
{
	int state = PTHREAD_CREATE_JOINABLE;
	struct start start = {.fn = fn, .arg = arg, .guard = CARRIER_GUARD};
	if (attr) {
		pthread_attr_getdetachstate(attr, &state);
		pthread_attr_getguardsize(attr, &start.guard);
		pthread_attr_getstack(attr, &start.stack, &start.stack_size);
	}
	if ((uintptr_t)start.stack + start.stack_size == 0)
		start.stack = NULL; /* it was given none: the C library has one end at 0 then */
	return create(thread, start, state == PTHREAD_CREATE_DETACHED, PLACE);
}

/* Of a thread of the host's own it is the C library that knows. A client's thread is as threads are by default. */
EXPORT int
pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
	const struct task *t = threads_task(thread);
	struct start s = t && t->is_thread ? starts[t->number] : (struct start){.guard = CARRIER_GUARD};
	real_init();
	if (!t)
		return real.pthread_getattr_np(thread, attr);
	size_t size = s.stack_size ? s.stack_size : OWN_STACK;
	pthread_attr_init(attr);
	pthread_attr_setdetachstate(attr, t->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
	pthread_attr_setguardsize(attr, s.guard);
	return pthread_attr_setstack(attr, (void *)(t->stack_end - size), size);
}

EXPORT int
pthread_join(pthread_t thread, void **value)
{
	return join(thread, value, FOREVER, PLACE);
}

EXPORT int
pthread_tryjoin_np(pthread_t thread, void **value)
{
	return join(thread, value, 0, PLACE);
}

static int
join_until(pthread_t thread, void **value, clockid_t clock, const struct timespec *time, const void *place)
{
	uint64_t deadline;
	int error = deadline_at(clock, time, &deadline);
	return error ? error : join(thread, value, deadline ? deadline : 1, place);
}

EXPORT int
pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *time)
{
	return join_until(thread, value, CLOCK_REALTIME, time, PLACE);
}

EXPORT int
pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock, const struct timespec *time)
{
	return join_until(thread, value, clock, time, PLACE);
}

EXPORT int
pthread_detach(pthread_t thread)
{
	return detach(thread, PLACE);
}

EXPORT void
pthread_exit(void *value)
{
	thread_leave(value, PLACE);
}

EXPORT int
thrd_create(thrd_t *thread, thrd_start_t fn, void *arg)
{
	return create(thread, (struct start){.c11 = fn, .arg = arg}, false, PLACE) == 0 ? thrd_success : thrd_nomem;
}

EXPORT int
thrd_join(thrd_t thread, int *result)
{
	void *value;
	if (join(thread, &value, FOREVER, PLACE) != 0)
		return thrd_error;
	if (result)
		*result = (int)(intptr_t)value;
	return thrd_success;
}

EXPORT int
thrd_detach(thrd_t thread)
{
	return detach(thread, PLACE) == 0 ? thrd_success : thrd_error;
}

EXPORT void
thrd_exit(int result)
{
	thread_leave((void *)(intptr_t)result, PLACE);
}
