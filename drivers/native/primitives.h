/*
 * What the primitives look like inside the implementation's own objects. Nothing is kept outside them, so freeing and
 * reusing their memory is safe; who waits for an object is known to the scheduler. All-zero objects, and those made by the
 * static initialisers of the C library, are valid and free.
 */
#ifndef NATIVE_PRIMITIVES_H
#define NATIVE_PRIMITIVES_H

#include "drivers/native/misuse.h"
#include "drivers/native/schedule.h"
#include "drivers/native/views.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <threads.h>

/* What is there where a call has returned, or memory was freed (plan.c, heap.c); and in new memory that nobody has written yet. */
#define GONE UINT32_C(0xdbdbdbdb)
#define UNWRITTEN UINT32_C(0xa5a5a5a5)

enum { DESTROYED = 0x5ead };

/*
 * It must have been initialised, and be there still: not destroyed, nor the memory that it was in. Wherever another may go on before
 * something is done to a primitive, this is looked at a second time.
 */
static inline void
check_primitive(uint32_t state, const char *if_unwritten, const char *if_gone, const void *place)
{
	if (state == UNWRITTEN)
		misuse(if_unwritten, place);
	if (state == DESTROYED || state == GONE)
		misuse(if_gone, place);
}

/*
 * Where a primitive was made for one process only, it is nothing in another mapping of the same memory: who waits there is not found. `home` is
 * where it was made so, or NULL.
 */
static inline void
check_view(const void *at, const void *home, const char *if_other, const void *place)
{
	if (is_other_view(at, home))
		misuse(if_other, place);
}

/* What stands for the caller in what it holds: its actor, for another may have its place when it has ended; or the host itself. Never 0. */
static inline uint32_t
me(void)
{
	const struct task *t = schedule_self();
	return t ? (uint32_t)(t->actor - SRTEST_HOST) + 1 : UINT32_MAX;
}

/* Of a mutex; the last two if its owner has ended, and nobody has called it consistent yet, or will ever. */
enum robustness { NOT_ROBUST, CONSISTENT, INCONSISTENT, LOST };

/* Where glibc keeps the kind of a mutex, which its static initialisers set. */
struct mutex {
	uint32_t owner; /* as me() has it, or 0 */
	uint32_t depth; /* of a recursive mutex */
	uint32_t state; /* DESTROYED */
	uint32_t robustness;
	int32_t kind;
	uint32_t unused;
	struct mutex *next; /* robust one that its owner holds */
	const void *home; /* see check_view; as of all others */
};

struct condition {
	uint32_t clock; /* + 1; 0 is the clock of time() */
	uint32_t state;
	const void *home;
};

struct semaphore {
	uint32_t value;
	uint32_t state;
	const void *home;
};

/* Where glibc keeps the kind of a read-write lock, which its static initialisers set. */
struct rwlock {
	uint32_t writer; /* as me() has it, or 0 */
	uint32_t readers;
	uint32_t state;
	uint32_t writers_waiting;
	const void *home;
	uint32_t unused[6];
	int32_t kind;
};

struct barrier {
	uint32_t count, waiting, state;
	const void *home;
};

struct once {
	uint32_t state;
};

_Static_assert(offsetof(struct mutex, kind) == offsetof(struct __pthread_mutex_s, __kind), "the kind is where it is");
_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t) && sizeof(struct mutex) <= sizeof(mtx_t), "a mutex fits");
_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t) && sizeof(struct condition) <= sizeof(cnd_t), "a condition fits");
_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "a semaphore fits");
_Static_assert(offsetof(struct rwlock, kind) == offsetof(struct __pthread_rwlock_arch_t, __flags), "the kind is where it is");
_Static_assert(sizeof(struct rwlock) <= sizeof(pthread_rwlock_t), "a read-write lock fits");
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier fits");
_Static_assert(sizeof(struct once) <= sizeof(pthread_once_t), "a once flag fits");

/* Does the caller make or destroy an instance? */
bool in_setup(void);

int mutex_lock(struct mutex *, uint64_t deadline, const void *place);
int mutex_trylock(struct mutex *, const void *place);
int mutex_unlock(struct mutex *, const void *place);
int mutex_destroy(struct mutex *, const void *place);
int condition_signal(struct condition *, bool all, const void *place);
int condition_destroy(struct condition *, const void *place);
int condition_wait(struct condition *, struct mutex *, uint64_t deadline, const void *place);

/* The caller's thread ends, perhaps with robust mutexes that it holds. */
void mutexes_abandon(void);
/* The caller's task is a new one; its thread ends, perhaps in the middle of what is called once. */
void once_begin(void);
void once_abandon(void);

/* Another thread begins on the caller's carrier: its thread-local data is new. */
void threads_fresh(void);
/* A new test: the threads of the last one are gone. */
void threads_reset(void);
/* The values that the last test kept by keys are gone, and the keys that it made. False: some are left. */
bool keys_reset(void);
/* Are there keys? And calls fn for what the caller keeps by them. */
bool keys_any(void);
void keys_each_value(void (*fn)(const void *));
/* Names a thread that is about to be made. */
int32_t threads_next_actor(void);
/* The task of a thread that has not been joined, or of a client between calls, too; or NULL. */
struct task *threads_task(pthread_t);
/* Ends the caller's thread, as pthread_exit does. */
void thread_leave(void *value, const void *place) __attribute__((noreturn));

/* The deadline of an absolute time on a clock, or FOREVER for NULL; false if the time is not one. */
int deadline_at(clockid_t, const struct timespec *, uint64_t *deadline);
/* The deadline so long from now, or FOREVER for NULL; 0, which has always passed, for no time at all. False: it is no time. */
bool deadline_after(const struct timespec *, uint64_t *deadline);

#endif
