# long: where several builds are tested, in the last one only
# threads that nobody joins: where they have ended, there is room for others
cat >crew.yaml <<'Y'
resource: crew
state: { n: nat = 0 }
operations: { add: { post: n += 1 } }
clients: { worker: { count: 3, calls: [{ call: add }] } }
implementation: { prototypes: 'void add(void);', add: add() }
testing: { phases: 30..40, concurrency: 1..3 }
Y
cat >crew.c <<'C'
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ended;
static pthread_t last;
void add(void);

#ifndef OWN
#define OWN (void)0
#endif

static void *
work(void *arg)
{
	OWN;
	pthread_mutex_lock(&mutex);
	ended++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
	return arg;
}

static inline void
create_detached(pthread_t *t)
{
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(t, &attr, work, NULL);
}

static inline void
create_and_detach(pthread_t *t)
{
	pthread_create(t, NULL, work, NULL);
	pthread_detach(*t);
}

static inline void
create(pthread_t *t)
{
	pthread_create(t, NULL, work, NULL);
}

void
add(void)
{
	pthread_t t;
	for (int i = 0; i < MANY; i++)
		CREATE;
	pthread_mutex_lock(&mutex);
	while (ended < MANY)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
}
C
try() {
	srtest run --engine controlled --no-save --seed 1 --tests $1 --cflags "-g -O1 -w $2" crew.yaml crew.c >out && status=0 || status=$?
	echo "$2: exit $status $(grep -oE '^\*\*\* .*|UNDECIDED.*|passed' out || true)"
}
try 5 '-DMANY=50 -DCREATE=create_detached(&t)'
try 5 '-DMANY=50 -DCREATE=create_and_detach(&t)'
try 5 '-DMANY=50 -DCREATE=create(&t) -DOWN=pthread_detach(pthread_self())'
# ... and where the number of one is kept does not matter, for it is never used
try 200 '-DMANY=1 -DCREATE=create_detached(&last)'
# each thread has data of its own, which is new where another one ran before
cat >own.cc <<'C'
#include <pthread.h>
#include <stdlib.h>

static __thread int begun;
static pthread_key_t key;

struct cell {
	int *p = new int(1);
	~cell() { delete p; p = nullptr; }
};
static thread_local cell object;

static void *
work(void *arg)
{
	USE;
	return arg;
}

int
main(void)
{
	pthread_t t;
	pthread_key_create(&key, NULL);
	for (int i = 0; i < 3; i++) {
		pthread_create(&t, NULL, work, NULL);
		pthread_join(t, NULL);
	}
	return 0;
}
C
for use in 'if (begun++) abort()' 'if (pthread_getspecific(key)) abort(); pthread_setspecific(key, &key)' 'if (!object.p) abort()'; do
	g++ -std=c++20 -shared -fPIC -O1 -g -w "-DUSE=$use" -o own.so own.cc
	echo "$use: $(srtest run --no-save --seed 1 --tests 10 $SRC/specs/program/program.yaml own.so | sed -n '1p; /^\*\*\*/p')"
done
# ... and what it holds when it ends, it holds for ever
cat >held.c <<'C'
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
take(void *arg)
{
	pthread_mutex_lock(&mutex);
	return arg;
}

static void *
give(void *arg)
{
	pthread_mutex_unlock(&mutex);
	return arg;
}

int
main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, take, NULL);
	pthread_join(t, NULL);
	pthread_create(&t, NULL, give, NULL);
	pthread_join(t, NULL);
	return 0;
}
C
srtest run --no-save --seed 1 --tests 10 $SRC/specs/program/program.yaml held.c | sed -n '1p; /^\*\*\*/p'
