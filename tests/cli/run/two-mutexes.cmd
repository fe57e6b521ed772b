# long: where several builds are tested, in the last one only
# those who wait on a condition at the same time must come with the same mutex; one after the other, they may come with others
cat >gate.yaml <<'EOF'
resource: gate
state: { opens: nat = 0 }
operations:
  left: { cpre: opens > 0, post: opens -= 1 }
  right: { cpre: opens > 0, post: opens -= 1 }
  open: { post: opens += 1 }
clients:
  c: { count: 3, calls: [ { call: left }, { call: right }, { call: open } ] }
implementation:
  prototypes: "void gate_left(void); void gate_right(void); void gate_open(void);"
  left: gate_left()
  right: gate_right()
  open: gate_open()
EOF
cat >posix.c <<'EOF'
#include <pthread.h>
#include <time.h>
static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER, left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static const struct timespec far = {9999999999, 0};
static _Atomic unsigned opens;
static int take(void)
{
	unsigned had = opens;
	while (had > 0)
		if (__atomic_compare_exchange_n((unsigned *)&opens, &had, had - 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			return 1;
	return 0;
}
static void pass(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	while (!take())
		WAIT;
	pthread_mutex_unlock(m);
}
void gate_left(void) { pass(LEFT); }
void gate_right(void) { pass(RIGHT); }
void gate_open(void)
{
	pthread_mutex_lock(LEFT);
	if (LEFT != RIGHT)
		pthread_mutex_lock(RIGHT);
	opens++;
	pthread_cond_broadcast(&opened);
	if (LEFT != RIGHT)
		pthread_mutex_unlock(RIGHT);
	pthread_mutex_unlock(LEFT);
}
EOF
cat >c11.c <<'EOF'
#include <threads.h>
static once_flag once = ONCE_FLAG_INIT;
static mtx_t of[2], turns;
static cnd_t opened[2];
static int opens;
static void begin(void)
{
	mtx_init(&turns, mtx_plain);
	for (int i = 0; i < 2; i++)
		mtx_init(&of[i], mtx_plain), cnd_init(&opened[i]);
}
static void pass(int side)
{
	call_once(&once, begin);
	mtx_lock(&of[side]);
	for (;;) {
		mtx_lock(&turns);
		int got = opens > 0;
		opens -= got;
		mtx_unlock(&turns);
		if (got)
			break;
		cnd_wait(&opened[side & APART], &of[side]);
	}
	mtx_unlock(&of[side]);
}
void gate_left(void) { pass(0); }
void gate_right(void) { pass(1); }
void gate_open(void)
{
	call_once(&once, begin);
	mtx_lock(&of[0]);
	mtx_lock(&of[1]);
	mtx_lock(&turns);
	opens++;
	mtx_unlock(&turns);
	cnd_broadcast(&opened[0]);
	cnd_broadcast(&opened[1]);
	mtx_unlock(&of[1]);
	mtx_unlock(&of[0]);
}
EOF
# one after the other: what a condition is bound to ends with the last who waits
cat >turns.c <<'EOF'
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t now = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int opens, ready;
static void *tell(void *arg)
{
	pthread_mutex_lock(arg);
	ready = 1;
	pthread_cond_signal(&done);
	pthread_mutex_unlock(arg);
	return NULL;
}
static void pass(int side)
{
	pthread_t helper;
	pthread_mutex_lock(&guard);
	pthread_mutex_lock(&m[side]);
	ready = 0;
	pthread_create(&helper, NULL, tell, &m[side]);
	while (!ready)
		pthread_cond_wait(&done, &m[side]);
	pthread_mutex_unlock(&m[side]);
	pthread_join(helper, NULL);
	pthread_mutex_unlock(&guard);
	pthread_mutex_lock(&now);
	while (opens == 0)
		pthread_cond_wait(&opened, &now);
	opens--;
	pthread_mutex_unlock(&now);
}
void gate_left(void) { pass(0); }
void gate_right(void) { pass(1); }
void gate_open(void)
{
	pthread_mutex_lock(&now);
	opens++;
	pthread_cond_broadcast(&opened);
	pthread_mutex_unlock(&now);
}
EOF
try() {
	echo "$1 $2: $(srtest run --no-save --seed 1 --tests 150 --shrink-time 0 --cflags "$2" gate.yaml $1.c | grep -o '^[*][*][*].*\|passed [0-9]* tests\|UNDECIDED.*')"
}
plain='-DWAIT=pthread_cond_wait(&opened,m)'
timed="-DWAIT=pthread_cond_timedwait(&opened,m,&far)"
try posix "$plain -DLEFT=&left -DRIGHT=&right"
try posix "$plain -DLEFT=&door -DRIGHT=&door"
try posix "$timed -DLEFT=&left -DRIGHT=&right"
try posix "$timed -DLEFT=&right -DRIGHT=&right"
try c11 -DAPART=0
try c11 -DAPART=1
try turns ''
