# long: where several builds are tested, in the last one only
# An implementation that asks for its thread runs on threads; the first call of a test may make one, while the host waits.
cat >p.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
void _pthread_cleanup_push(void *, void (*)(void *), void *);
void _pthread_cleanup_pop(void *, int);
static void *work(void *a) { return a; }
int
main(void)
{
	pthread_t t;
	void *space[4];
	_pthread_cleanup_push(space, NULL, NULL);
	_pthread_cleanup_pop(space, 0);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
C
for seed in 1 2 3; do srtest run -v --seed $seed --tests 50 $SRC/specs/program/program.yaml p.c | grep 'passed\|engine'; done
# which thread was faster when another went on, no call sees in its errno
cat >count.yaml <<'END'
resource: counter
state: { n: nat = 0 }
operations: { bump: { post: n += 1 } }
clients: { worker: { count: 3, calls: [{ call: bump }] } }
implementation: { prototypes: 'void bump(void);', bump: bump() }
END
cat >count.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n;
void _pthread_cleanup_push(void *, void (*)(void *), void *);
void on_threads(void *a) { _pthread_cleanup_push(a, NULL, NULL); }
void
bump(void)
{
	errno = EDOM;
	for (int i = 0; i < 20; i++)
		__atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
	pthread_mutex_lock(&mutex);
	n++;
	pthread_mutex_unlock(&mutex);
	if (errno != EDOM)
		abort();
}
C
for hooks in "" --no-hooks; do srtest run -v --seed 1 --tests 100 $hooks count.yaml count.c | grep 'passed\|engine\|Error'; done
