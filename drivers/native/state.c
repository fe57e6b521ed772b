#include "drivers/native/state.h"

#include "drivers/native/contents.h"
#include "drivers/native/heap.h"
#include "drivers/native/inline.h"
#include "drivers/native/library.h"
#include "drivers/native/mapping.h"
#include "drivers/native/race.h"
#include "drivers/native/turns.h"

#include <string.h>

enum { CLEARED = 4096 };

/* What an implementation may use without leaving a trace outside of what is looked at: its own memory and the tasks. */
static const char *const seen[] = {
	"pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock",
	"pthread_mutex_unlock", "mtx_init", "mtx_destroy", "mtx_lock", "mtx_timedlock", "mtx_trylock", "mtx_unlock", "pthread_cond_init", "pthread_cond_destroy",
	"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "pthread_cond_signal", "pthread_cond_broadcast", "cnd_init", "cnd_destroy",
	"cnd_wait", "cnd_timedwait", "cnd_signal", "cnd_broadcast", "sem_init", "sem_destroy", "sem_wait", "sem_timedwait", "sem_clockwait", "sem_trywait",
	"sem_post", "sem_getvalue", "pthread_rwlock_init", "pthread_rwlock_destroy", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock",
	"pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock",
	"pthread_barrier_init", "pthread_barrier_destroy", "pthread_barrier_wait", "pthread_spin_init", "pthread_spin_destroy", "pthread_spin_lock",
	"pthread_spin_trylock", "pthread_spin_unlock", "pthread_mutexattr_init", "pthread_mutexattr_destroy", "pthread_mutexattr_settype",
	"pthread_condattr_init", "pthread_condattr_destroy", "pthread_condattr_setclock", "pthread_rwlockattr_init", "pthread_rwlockattr_destroy",
	"pthread_rwlockattr_setkind_np", "clock_gettime", "timespec_get", "time", "gettimeofday", "nanosleep", "usleep", "sleep", "thrd_sleep", "malloc",
	"calloc", "free", "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strcpy", "strncpy", "strcmp", "strncmp", "strchr", "strdup", "abs",
	"abort", "__assert_fail", "__stack_chk_fail", "__memcpy_chk", "__memmove_chk", "__memset_chk", "__strcpy_chk", "__cxa_finalize", "__gmon_start__",
	"_ITM_registerTMCloneTable", "_ITM_deregisterTMCloneTable", "pthread_once", "call_once", "pthread_create", "pthread_join", "pthread_detach", "pthread_exit", "pthread_self", "pthread_equal",
	"pthread_attr_init", "pthread_attr_destroy", "pthread_attr_setdetachstate", "thrd_create", "thrd_join", "thrd_detach", "thrd_exit", "thrd_current", "thrd_equal",
	"pipe", "pipe2", "eventfd", "eventfd_read", "eventfd_write", "read", "__read_chk", "write", "close",
};

/* What compilers' hooks keep and matters is in the tasks. */
static const char *const hooks[] = {"__tsan_", "__ubsan_handle_"};

#if defined __x86_64__

__asm__(
	".text\n.globl state_note\n.hidden state_note\n.type state_note, @function\n"
	"state_note:\n"
	"	mov %rbx, (%rdi)\n	mov %rbp, 8(%rdi)\n	mov %r12, 16(%rdi)\n	mov %r13, 24(%rdi)\n	mov %r14, 32(%rdi)\n	mov %r15, 40(%rdi)\n"
	"	mov %rsp, 48(%rdi)\n	jmp *%rsi\n.size state_note, .-state_note\n");
_Static_assert(offsetof(struct standing, sp) == 48, "state_note knows where it is");

#else

void
state_note(struct standing *s, void (*fn)(void))
{
	s->sp = 0;
	fn();
}

#endif

void
state_clear_stack(void)
{
	unsigned char room[CLEARED];
	memset(room, 0, sizeof room);
	__asm__ volatile("" : : "r"(room) : "memory");
}

static const char error[] = "__errno_location";
static bool errors_matter; /* it looks at errno */

bool
state_sees(const char *symbol)
{
	bool found = false;
	for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
		found = found || strncmp(symbol, hooks[i], strlen(hooks[i])) == 0;
	for (size_t i = 0; i < sizeof seen / sizeof *seen && !found; i++)
		found = strcmp(seen[i], symbol) == 0;
	return found;
}

static void
look(const char *symbol, enum symbol_class class, void *all)
{
	bool *ok = all, matters = strcmp(symbol, error) == 0;
	(void)class;
	errors_matter = errors_matter || matters;
	*ok = *ok && (matters || state_sees(symbol));
}

/* Is all that the implementation does looked at? */
static bool
all_seen(void)
{
	static bool known, answer = true;
	if (!known) {
		library_each_import(look, &answer);
		answer = answer && !library_has_local() && !inline_calls_watched();
		known = true;
	}
	return answer;
}

/* How many have waited longer: who waits since when only matters beside others. */
static uint64_t
rank(const struct task *t)
{
	uint64_t n = 0;
	for (int i = 0; i < tasks_top; i++)
		n += tasks[i].state == TASK_BLOCKED && tasks[i].since < t->since;
	return n;
}

static uint64_t
add(uint64_t seed, const void *at, size_t size)
{
	return XXH3_64bits_withSeed(at, size, seed);
}

/* What access.c goes by: where there are points, and who polls. */
static uint64_t
add_accesses(uint64_t seed, const struct task *t)
{
	uint64_t about[] = {t->looked_at, (uint64_t)t->stirred << 32 | t->accesses, t->shared_from, t->shared_to, (uintptr_t)t->wrote, t->wrote_size,
		t->came_to, t->round, t->last_round, (uint64_t)t->looks | (uint64_t)t->hurried << 1 | (uint64_t)t->gave_way << 2};
	return add(add(seed, about, sizeof about), &t->laps, sizeof t->laps);
}

/* A task that does nothing now leaves only its number behind, and what it keeps for those who join it. */
static uint64_t
add_task(uint64_t seed, const struct task *t)
{
	uint64_t kept[] = {
		(uint64_t)t->number << 32 | (uint32_t)t->actor, t->state, t->is_thread ? (uint64_t)(uintptr_t)t->value : 0,
		(uint64_t)t->detached | (uint64_t)t->joined << 1 | (uint64_t)t->is_thread << 2,
	};
	uint64_t about[] = {
		t->wait, (uint64_t)(uintptr_t)t->object, t->tag, t->deadline, t->state == TASK_BLOCKED ? rank(t) : 0, (uint64_t)t->idle << 32 | t->quick, t->late,
		(uint64_t)t->timed_out | (uint64_t)t->interrupted << 1 | (uint64_t)t->cancelled << 2 | (uint64_t)t->uncancellable << 3 | (uint64_t)t->ends << 4, (uint64_t)(uintptr_t)t->job, (uint64_t)(uintptr_t)t->arg,
	};
	bool does_nothing = t->state != TASK_READY && t->state != TASK_BLOCKED;
	seed = add(seed, kept, sizeof kept);
	if (does_nothing)
		return seed;
	seed = add_accesses(add(seed, about, sizeof about), t);
	if (!t->standing.sp)
		return seed;
	if (errors_matter)
		seed = add(seed, carrier_error(t->carrier), sizeof(int));
	seed = add(seed, &t->standing, sizeof t->standing);
	return add(seed, (const void *)t->standing.sp, carrier_used(t->carrier, t->standing.sp));
}

/* Where somebody polls, when its turn comes depends on more than this. */
static bool
is_seen(const struct task *t)
{
	if (t->state == TASK_FREE)
		return true;
	bool stands = t->standing.sp == 0 ? carrier_stack(t->carrier) : t->standing.sp != NOT_NOTED && carrier_used(t->carrier, t->standing.sp);
	return stands && !t->polling && !t->spins && !t->is_timer;
}

uint64_t
state_number(uint64_t now)
{
	uint64_t number, time[] = {now, turns_horizon()};
	if (!all_seen() || race_watched_anew() || mappings_closed() || !heap_number(1, &number) || !contents_number(&number))
		return 0;
	for (int i = 0; i < tasks_top; i++)
		if (!is_seen(&tasks[i]))
			return 0;
	number = add(threads_number(calls_number(library_number(number))), time, sizeof time);
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state != TASK_FREE)
			number = add_task(number, &tasks[i]);
	return number ? number : 1;
}
