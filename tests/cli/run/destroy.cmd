# long: where several builds are tested, in the last one only
# destroy is called where it may be: in the state of a new instance, or as 'when' says, after calls that lead there; one that does not
# return is a class of its own
cat >pool.yaml <<'YAML'
resource: pool
state: { held: bool, closed: bool, jobs: 0..2 }
operations:
  take: { cpre: not held, post: held := true }
  give: { post: held := false }
  add: { cpre: jobs < 2 or closed, post: if not closed then jobs += 1 }
  work: { cpre: jobs > 0 or closed, post: if jobs > 0 then jobs -= 1 }
  close: { post: closed := true }
clients:
  user:
    count: 3
    vars: { holds: bool }
    calls:
      - { call: take, when: not holds, then: "holds := true" }
      - { call: give, when: holds, then: "holds := false" }
      - call: add
  worker: { count: 2, calls: [call: work] }
  owner: { calls: [{ call: close, share: 0 }] }
implementation:
  prototypes: |
    typedef struct pool pool;
    pool *pool_new(void);
    void pool_free(pool *), pool_take(pool *), pool_give(pool *), pool_add(pool *), pool_work(pool *), pool_close(pool *);
  create: self = pool_new()
  destroy: DESTROY
  take: pool_take(self)
  give: pool_give(self)
  add: pool_add(self)
  work: pool_work(self)
  close: pool_close(self)
YAML
cat >pool.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
typedef struct pool { pthread_mutex_t held, m; pthread_cond_t c; int jobs; volatile bool closed; } pool;
pool *pool_new(void)
{
	pool *p = calloc(1, sizeof *p);
	pthread_mutex_init(&p->held, NULL);
	pthread_mutex_init(&p->m, NULL);
	pthread_cond_init(&p->c, NULL);
	return p;
}
void pool_free(pool *p)
{
#ifdef EMPTY
	assert(!p->jobs);
#endif
#ifdef CLOSED
	assert(p->closed);
#endif
#ifdef SPINS
	while (!p->closed)
		;
#endif
	pthread_mutex_lock(&p->m);
#ifdef JOINS
	while (p->jobs && !p->closed)
		pthread_cond_wait(&p->c, &p->m);
#endif
	pthread_mutex_unlock(&p->m);
#ifdef LOCKS
	pthread_mutex_lock(&p->held);
	pthread_mutex_unlock(&p->held);
#endif
	free(p);
}
void pool_take(pool *p) { pthread_mutex_lock(&p->held); }
void pool_give(pool *p) { pthread_mutex_unlock(&p->held); }
static void change(pool *p, int least, int most, int by)
{
	pthread_mutex_lock(&p->m);
	while (!p->closed && (p->jobs < least || p->jobs > most))
		pthread_cond_wait(&p->c, &p->m);
	if (p->jobs >= least && p->jobs <= most && (!p->closed || by < 0))
		p->jobs += by;
	pthread_cond_broadcast(&p->c);
	pthread_mutex_unlock(&p->m);
}
void pool_add(pool *p) { change(p, 0, 1, 1); }
void pool_work(pool *p) { change(p, 1, 2, -1); }
void pool_close(pool *p)
{
	pthread_mutex_lock(&p->m);
	p->closed = true;
	pthread_cond_broadcast(&p->c);
	pthread_mutex_unlock(&p->m);
}
C
try() {
	echo "$1$2"
	sed "s/DESTROY/$1/" ${3:-pool}.yaml >p.yaml
	srtest run --seed 1 --tests 60 --save p.srt --cflags "$2" p.yaml pool.c | grep -e passed -e UNDECIDED -e Error -e destroy -e '  <<' -e pool.c -e Model -A1 | grep -v -e '^--' -e ' calls in ' || true
}
sed -e '/call: close/d' -e '/^  close:/d' pool.yaml >open.yaml # nobody closes it, and it is only freed when nobody has it and there are no jobs
for flags in '' -DLOCKS -DJOINS -DEMPTY; do
	try 'pool_free(self)' "$flags" open
done
echo
for flags in -DLOCKS -DJOINS -DEMPTY; do
	try '{ call: pool_free(self), when: jobs < 2 }' $flags
done
try '{ call: pool_free(self), when: not closed }' -DSPINS
srtest replay --cflags -DSPINS p.srt | head -1
srtest run --seed 1 --tests 20 -q --no-save --format json --cflags -DSPINS p.yaml pool.c | grep -o '"class": *"[a-z]*"'
srtest run --seed 1 --tests 20 -q --no-save --format junit --cflags -DSPINS p.yaml pool.c | grep -o '<failure type="[a-z]*"' || true
echo
for flags in -DLOCKS -DJOINS '-DCLOSED -DLOCKS -DSPINS'; do
	try '{ call: pool_free(self), when: closed and not held, before: [give, close] }' "$flags"
done
try '{ call: pool_free(self), when: closed and held, before: [give, close] }' -DSPINS
try '{ call: pool_free(self), when: jobs div (1 - jobs) == 0 }' ''
