# long: a call that only looks as if it polled does not hide what comes after it: here everybody may lock once it has been unlocked
cat >lock.c <<'END'
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct lock {
	pthread_mutex_t mutex;
	pthread_cond_t unlocked;
	int held, broken;
} lock;

lock *
lock_new(void)
{
	lock *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->unlocked, NULL);
	return l;
}

void
lock_free(lock *l)
{
	free(l);
}

void
lock_lock(lock *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->held && !l->broken)
		pthread_cond_wait(&l->unlocked, &l->mutex);
	l->held = 1;
	pthread_mutex_unlock(&l->mutex);
}

void
lock_unlock(lock *l)
{
	for (int i = 0; i < TIMES; i++)
		DAWDLE;
	pthread_mutex_lock(&l->mutex);
	l->held = 0;
	l->broken = BROKEN;
	pthread_cond_signal(&l->unlocked);
	pthread_mutex_unlock(&l->mutex);
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
try() {
	gcc -shared -fPIC -DTIMES=$1 -D"DAWDLE=$2" -DBROKEN=$3 -o lock.so lock.c
	shift 3
	srtest run --no-save --seed 1 --shrink-time 1 "$@" lock.yaml lock.so | grep -o 'passed\|^[*][*][*].*'
}
try 500 'sched_yield()' 1
try 500 'sched_yield()' 1 --exhaustive
try 600 'usleep(1)' 1
try 500 'sched_yield()' 0 --tests 100
try 5000 'sched_yield()' 0 --tests 20
