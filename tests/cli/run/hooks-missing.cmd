# long: where some functions of a source have no hooks, by an attribute, in assembly, or as it brings hooks of its own, calls are stopped there by breakpoints
cat >lock.c <<'END'
#include <sched.h>
#include <stdlib.h>

typedef struct lock {
	volatile int held;
} lock;

lock *
lock_new(void)
{
	return calloc(1, sizeof(lock));
}

void
lock_free(lock *l)
{
	free(l);
}

#if defined ASSEMBLY
static int
look(lock *l)
{
	int held;
	__asm__ volatile("mov %1, %0" : "=r"(held) : "m"(l->held));
	return held;
}

static void
set(lock *l, int held)
{
	__asm__ volatile("mov %1, %0" : "=m"(l->held) : "r"(held));
}
#else
#define look(l) (l)->held
#define set(l, to) (l)->held = to
#endif

#if defined OWN
#define HOOK(name) __attribute__((visibility("hidden"), no_sanitize("thread"))) void name(void *at) { (void)at; }
HOOK(__tsan_read4)
HOOK(__tsan_write4)
HOOK(__tsan_volatile_read4)
HOOK(__tsan_volatile_write4)
#endif

#if defined ATTRIBUTE
__attribute__((no_sanitize("thread")))
#endif
void
lock_lock(lock *l)
{
#if defined RIGHT
	while (__sync_lock_test_and_set(&l->held, 1))
		sched_yield();
#else
	while (look(l))
		sched_yield();
	set(l, 1);
#endif
}

void
lock_unlock(lock *l)
{
#if defined RIGHT
	__sync_lock_release(&l->held);
#else
	set(l, 0);
#endif
}
END
cat >lock.yaml <<'END'
resource: lock
state: { held: bool = false }
operations:
  lock: { cpre: not held, post: held := true }
  unlock: { post: held := false }
clients:
  user:
    count: 3
    vars: { has: bool = false }
    calls:
      - { call: lock, when: not has, then: has := true }
      - { call: unlock, when: has, then: has := false }
implementation:
  prototypes: typedef struct lock lock; lock *lock_new(void); void lock_free(lock *); void lock_lock(lock *); void lock_unlock(lock *);
  create: self = lock_new()
  destroy: lock_free(self)
  lock: lock_lock(self)
  unlock: lock_unlock(self)
END
for way in ${WAYS-ATTRIBUTE OWN RIGHT_-DATTRIBUTE}; do
	way=${way/_-/ -}
	[ "$way" = 'RIGHT -DATTRIBUTE' ] && tests=60 || tests=2000 # each look at the lock is a trap there
	for race in off error; do
		echo "$way, --race=$race: $(srtest run --no-save --seed 1 --tests $tests --shrink-time 1 --race=$race --variant hooked --cflags "-D$way -w" lock.yaml lock.c | grep -o 'passed\|UNDECIDED:.*\|^[*][*][*].*')"
	done
done
