# long: where several builds are tested, in the last one only
# with --keep-going failures that differ are told, each made smaller and kept; one failure is told once
cat >desk.yaml <<'YAML'
resource: desk
constants: { MOST: 3 }
state: { papers: 0..MOST, taken: bool }
operations:
  put: { cpre: papers < MOST, post: papers += 1 }
  get: { returns: nat, cpre: papers > 0, result: papers, post: papers -= 1 }
  look: { returns: nat, result: papers }
  take: { cpre: not taken, post: taken := true }
  leave: { post: taken := false }
clients:
  clerk:
    count: 3
    vars: { has: bool }
    calls:
      - call: put
      - call: get
      - call: look
      - { call: take, when: not has, then: "has := true" }
      - { call: leave, when: has, then: "has := false" }
implementation:
  prototypes: |
    typedef struct desk desk;
    desk *desk_new(int most); void desk_free(desk *);
    void desk_put(desk *), desk_take(desk *), desk_leave(desk *); int desk_get(desk *), desk_look(desk *);
  create: self = desk_new(MOST)
  destroy: desk_free(self)
  put: desk_put(self)
  get: desk_get(self)
  look: desk_look(self)
  take: desk_take(self)
  leave: desk_leave(self)
YAML
cat >desk.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
typedef struct desk { pthread_mutex_t m; pthread_cond_t c; int papers, most; bool taken; } desk;
desk *desk_new(int most)
{
	desk *d = calloc(1, sizeof *d);
	pthread_mutex_init(&d->m, NULL);
	pthread_cond_init(&d->c, NULL);
	d->most = most;
	return d;
}
void desk_free(desk *d) { free(d); }
void desk_put(desk *d)
{
	pthread_mutex_lock(&d->m);
	while (d->papers == d->most)
		pthread_cond_wait(&d->c, &d->m);
	d->papers++;
#ifndef SILENT
	pthread_cond_broadcast(&d->c);
#endif
	pthread_mutex_unlock(&d->m);
}
int desk_get(desk *d)
{
	pthread_mutex_lock(&d->m);
	while (d->papers == 0)
		pthread_cond_wait(&d->c, &d->m);
	int papers = d->papers--;
	pthread_cond_broadcast(&d->c);
	pthread_mutex_unlock(&d->m);
	return papers;
}
int desk_look(desk *d)
{
	pthread_mutex_lock(&d->m);
	int papers = d->papers;
	pthread_mutex_unlock(&d->m);
#ifdef FULL
	assert(papers < d->most);
#endif
#ifdef MISCOUNTS
	papers += papers == 2;
#endif
	return papers;
}
void desk_take(desk *d)
{
	pthread_mutex_lock(&d->m);
	while (d->taken)
		pthread_cond_wait(&d->c, &d->m);
	d->taken = true;
	pthread_mutex_unlock(&d->m);
}
void desk_leave(desk *d)
{
	pthread_mutex_lock(&d->m);
	d->taken = false;
	pthread_cond_broadcast(&d->c);
	pthread_mutex_unlock(&d->m);
#ifdef TWICE
	pthread_mutex_unlock(&d->m);
#endif
}
C
try() {
	rm -f *.srt
	echo "$1"
	srtest run --seed 1 --tests 60 --keep-going --cflags "$1" desk.yaml desk.c | grep -e '^Failure' -e Error -e Again -e passed || true
	for file in *.srt; do test ! -e $file || srtest replay --cflags "$1" $file | sed -n 1p; done
}
try ''
try -DSILENT
try '-DFULL -DMISCOUNTS'
try '-DSILENT -DMISCOUNTS -DTWICE -DFULL'
srtest run --seed 1 --tests 60 --keep-going --no-save --format json --output out.json --format junit --output out.xml --cflags '-DMISCOUNTS -DTWICE -DFULL' desk.yaml desk.c >out || true
grep -o '"class":"[a-z]*"' out.json
grep -o -e '<testsuite [^>]*failures="[0-9]*"' -e 'name="[^"]*" time' -e '<failure type="[a-z]*"' out.xml
srtest run --seed 1 --tests 60 --keep-going --save one/kept --cflags '-DMISCOUNTS -DFULL' desk.yaml desk.c 2>&1 | grep -e kept || true
srtest run --keep-going --exhaustive desk.yaml desk.c 2>&1 | head -1
