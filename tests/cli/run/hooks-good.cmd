# soak: it takes too long for every day
# right code without primitives, compiled with hooks: calls that wait for memory to change are seen to wait, and those that compute to compute
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
passes() {
	for cc in gcc clang; do
		srtest run --no-save --seed ${SEED:-1} --tests 40 --cc $cc --cflags '-mcx16 -Wno-empty-body' $1.yaml $2.c >out 2>&1 || true
		sed -n "1s/^/$2, $cc: /p" out
	done
}
cat >tas.c <<END
#include <stdatomic.h>
static atomic_flag held = ATOMIC_FLAG_INIT;
void take(void) { while (atomic_flag_test_and_set(&held)) ; }
void leave(void) { atomic_flag_clear(&held); }
END
cat >ticket.c <<END
#include <stdatomic.h>
static atomic_uint next, serving;
void take(void) { unsigned mine = atomic_fetch_add(&next, 1); while (atomic_load(&serving) != mine) __builtin_ia32_pause(); }
void leave(void) { atomic_fetch_add(&serving, 1); }
END
cat >cas.c <<END
#include <stdatomic.h>
static atomic_int held;
void take(void) { int no = 0; while (!atomic_compare_exchange_weak(&held, &no, 1)) no = 0; }
void leave(void) { atomic_store(&held, 0); }
END
cat >backoff.c <<END
#include <stdatomic.h>
static atomic_int held;
static void wait(int n) { for (volatile int i = 0; i < n; i++) ; }
void take(void) { int delay = 1; for (;;) { int no = 0; if (!atomic_load(&held) && atomic_compare_exchange_weak(&held, &no, 1)) return; wait(delay); if (delay < 1024) delay *= 2; } }
void leave(void) { atomic_store(&held, 0); }
END
cat >counting.c <<END
#include <stdatomic.h>
static atomic_int held; long spins;
void take(void) { int no = 0; long n = 0; while (!atomic_compare_exchange_weak(&held, &no, 1)) { no = 0; n++; } spins += n; }
void leave(void) { atomic_store(&held, 0); }
END
cat >statistics.c <<END
#include <stdatomic.h>
static atomic_int held; static atomic_long spins;
void take(void) { int no = 0; while (!atomic_compare_exchange_weak(&held, &no, 1)) { no = 0; spins++; } }
void leave(void) { atomic_store(&held, 0); }
END
cat >mcs.c <<END
#include <stdatomic.h>
#include <stdlib.h>
struct node { _Atomic(struct node *) next; atomic_int wait; };
static _Atomic(struct node *) tail; static struct node *owner;
void take(void) { struct node *n = calloc(1, sizeof *n), *p; n->wait = 1; p = atomic_exchange(&tail, n); if (p) { p->next = n; while (n->wait) ; } owner = n; }
void leave(void) { struct node *n = owner, *m = n; if (!n->next) { if (atomic_compare_exchange_strong(&tail, &m, NULL)) { free(n); return; } while (!n->next) ; } atomic_store(&n->next->wait, 0); free(n); }
END
cat >plain.c <<END
#include <stdatomic.h>
static int held;
void take(void) { for (;;) { while (held) __builtin_ia32_pause(); if (!__sync_lock_test_and_set(&held, 1)) return; } }
void leave(void) { __sync_lock_release(&held); }
END
cat >add.c <<END
#include <stdatomic.h>
static atomic_int n;
void bump(void) { atomic_fetch_add(&n, 1); }
int look(void) { return atomic_load(&n); }
END
cat >cas-add.c <<END
#include <stdatomic.h>
static _Atomic __int128 n;
void bump(void) { n++; }
int look(void) { return (int)n; }
END
cat >seqlock.c <<END
#include <stdatomic.h>
static atomic_uint seq; static atomic_int a, b; static atomic_flag w = ATOMIC_FLAG_INIT;
void bump(void) { while (atomic_flag_test_and_set(&w)) ; seq++; a++; b++; seq++; atomic_flag_clear(&w); }
int look(void) { unsigned s; int x, y; do { s = seq; x = a; y = b; } while (s & 1 || s != seq); return x == y ? x : -1; }
END
cat >busy.c <<END
#include <stdatomic.h>
static atomic_int n, stop;
static int big[1000];
long sum;
void bump(void) { for (int k = 0; k < 20; k++) for (int i = 0; i < 1000 && !stop; i++) big[i]++; n++; }
int look(void) { long s = 0; for (int k = 0; k < 20000; k++) { if (atomic_load(&stop)) break; s += k; } sum = s; return atomic_load(&n); }
END
for f in tas ticket cas backoff counting statistics mcs plain; do
	passes lock $f
done
for f in add cas-add seqlock busy; do
	passes count $f
done
