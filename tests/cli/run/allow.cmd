# long: where several builds are tested, in the last one only
# a kind of misuse can be allowed: what comes behind it is seen, and the report, the replay file and a grade keep to it
cat >lamp.yaml <<'YAML'
resource: lamp
state: { on: bool }
operations:
  turn: { post: on := not on }
  look: { returns: bool, result: on }
clients:
  child: { count: 2, calls: [call: turn, call: look] }
implementation:
  prototypes: |
    #include <stdbool.h>
    typedef struct lamp lamp; lamp *lamp_new(void); void lamp_free(lamp *); void lamp_turn(lamp *); bool lamp_look(lamp *);
  create: self = lamp_new()
  destroy: lamp_free(self)
  turn: lamp_turn(self)
  look: lamp_look(self)
YAML
cat >lamp.c <<'C'
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
typedef struct lamp { pthread_mutex_t m, other; pthread_rwlock_t rw; pthread_cond_t c; int turns; } lamp;
lamp *lamp_new(void)
{
	lamp *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->m, NULL);
	pthread_mutex_init(&l->other, NULL);
	pthread_rwlock_init(&l->rw, NULL);
	pthread_cond_init(&l->c, NULL);
	return l;
}
void lamp_free(lamp *l) { free(l); }
void lamp_turn(lamp *l)
{
	pthread_mutex_lock(&l->m);
	l->turns++;
	pthread_mutex_unlock(&l->m);
#ifdef UNLOCK
	pthread_mutex_unlock(&l->m);
#endif
#ifdef READERS
	pthread_rwlock_unlock(&l->rw);
#endif
#ifdef DESTROY
	pthread_mutex_lock(&l->other);
	pthread_mutex_destroy(&l->other);
	pthread_mutex_init(&l->other, NULL);
#endif
#ifdef USE
	pthread_mutex_destroy(&l->other);
	pthread_mutex_lock(&l->other);
	pthread_mutex_unlock(&l->other);
#endif
#ifdef WAIT
	pthread_cond_timedwait(&l->c, &l->other, &(struct timespec){1, 0});
	pthread_mutex_unlock(&l->other);
#endif
}
bool lamp_look(lamp *l)
{
	pthread_mutex_lock(&l->m);
	int turns = l->turns;
	pthread_mutex_unlock(&l->m);
#ifdef WRONG
	turns -= turns > 1;
#endif
	return turns % 2;
}
C
try() {
	echo "$@"
	srtest run --seed 1 --tests 60 --save lamp.srt "$@" lamp.yaml lamp.c | grep -e passed -e Error -e 'went on' || true
}
for pair in UNLOCK=unlock READERS=unlock DESTROY=destroy USE=use WAIT=wait; do
	try --cflags -D${pair%=*}
	try --cflags -D${pair%=*} --allow ${pair#*=}
done
try --cflags '-DUNLOCK -DWRONG' --allow unlock --allow wait
grep allow lamp.srt
srtest replay --cflags '-DUNLOCK -DWRONG' lamp.srt | sed -n '1p; /Error/p; /went on/p'
sed 's/allow: .*/allow: [lock]/' lamp.srt >bad.srt
srtest replay bad.srt 2>&1 || true
srtest run --seed 1 --tests 20 --no-save --format json --cflags '-DUNLOCK -DWRONG' --allow unlock lamp.yaml lamp.c | grep -o '"allowed":"[a-z]*"'
srtest run --allow everything lamp.yaml lamp.c 2>&1 | head -1
mkdir class
sed '1i #define UNLOCK' lamp.c >class/twice.c
srtest grade --tests 40 lamp.yaml class | sed -n 2p
srtest grade --tests 40 --allow unlock lamp.yaml class | sed -n 2p
