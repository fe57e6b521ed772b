# soak: it takes long
# races without any primitive in between, in sources that are compiled with hooks: each is found soon, whatever the seed
cat >lock.yaml <<END
resource: lock
state: { held: bool = false }
operations:
  take: { cpre: not held, post: held := true }
  leave: { post: held := false }
clients:
  worker:
    count: 3
    vars: { has: bool = false }
    calls:
      - { call: take, when: not has, then: has := true }
      - { call: leave, when: has, then: has := false }
implementation:
  prototypes: 'void take(void); void leave(void);'
  take: take()
  leave: leave()
END
cat >count.yaml <<END
resource: counter
state: { n: nat = 0 }
operations:
  bump: { post: n += 1 }
  look: { returns: int, result: n }
clients:
  worker:
    count: 3
    calls: [{ call: bump }, { call: look }]
implementation:
  prototypes: 'void bump(void); int look(void);'
  bump: bump()
  look: look()
END
found() {
	seed=1
	for cc in gcc clang gcc; do
		srtest run --no-save --shrink-time 0 --seed $seed --tests 500 --cc $cc $1.yaml $2.c >out 2>&1 || status=$?
		grep -q '^\*\*\* Error: a call returned' out || { echo "$2, $cc, seed $seed: exit ${status:-0}"; head -3 out; }
		seed=$((seed + 1))
	done
	echo "$2"
}
cat >test-and-set.c <<END
static volatile int held;
void take(void) { while (held) ; held = 1; }
void leave(void) { held = 0; }
END
cat >lost-update.c <<END
static int n;
void bump(void) { n++; }
int look(void) { return n; }
END
cat >load-then-store.c <<END
#include <stdatomic.h>
static atomic_int n;
void bump(void) { atomic_store(&n, atomic_load(&n) + 1); }
int look(void) { return atomic_load(&n); }
END
cat >checked-twice.c <<END
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready, *n, place;
static void begin(void)
{
	pthread_mutex_lock(&mutex);
	if (!ready) {
		ready = 1;
		n = &place;
		*n = 0;
	}
	pthread_mutex_unlock(&mutex);
}
void bump(void) { if (!ready) begin(); if (n) __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST); }
int look(void) { if (!ready) begin(); return n ? *n : -1; }
END
cat >copied.c <<END
#include <string.h>
static struct { long a, b, c, d; } it, *volatile at = &it;
void bump(void) { long copy[4]; memcpy(copy, at, sizeof copy); copy[3]++; memcpy(at, copy, sizeof copy); }
int look(void) { return (int)at->d; }
END
cat >appended.c <<END
#include <string.h>
static char s[1000];
void bump(void) { strcat(s, "x"); }
int look(void) { return (int)strlen(s); }
END
found lock test-and-set
found count lost-update
found count load-then-store
found count checked-twice
found count copied
found count appended
srtest run --no-save --seed 1 --tests 100 count.yaml lost-update.c | sed -n '/^What the/,$p'
srtest run --no-save --seed 1 --tests 100 --no-hooks --breakpoints 0 count.yaml lost-update.c | head -1
