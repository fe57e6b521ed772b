# long: where several builds are tested, in the last one only
# what an implementation chooses to do, and the specification allows, never decides an error, whatever the specification cannot do with it; what
# fails beside it fails all the same; and where all that conform come to the same end, the specification is wrong
spec() {
	cat >box.yaml <<Y
resource: box
state: { x: 'int = 0', small: '0..3 = 0', table: 'map 0..3 to int' }
invariant: x != 7
operations:
  get: { returns: int, ensures: result in 0..9, post: '$1' }
  put: { params: { n: int }, cpre: x < 20, post: '${3:-x := x}' }
clients:
  who: { count: 2, vars: { mine: 'int = 1', low: '0..3 = 0', seen: 'map 0..3 to int' }, calls: [ { call: get, share: ${share:-1}, then: '$2' }, { call: 'put(${4:-1})', when: '${5:-true}' } ] }
implementation:
  prototypes: |
    void *box_new(void);
    void box_free(void *b);
    int box_get(void *b);
    void box_put(void *b, signed char n);
  create: self = box_new()
  destroy: ${6:-box_free(self)}
  get: result = box_get(self)
  put: box_put(self, n)
Y
}
cat >box.c <<'C'
#include "given.h"
#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t m; int calls, puts; };
struct box *box_new(void) { struct box *b = calloc(1, sizeof *b); pthread_mutex_init(&b->m, NULL); return b; }
void box_free(struct box *b) { pthread_mutex_destroy(&b->m); free(b); }
int box_get(struct box *b) { pthread_mutex_lock(&b->m); int n = GIVEN; b->calls++; pthread_mutex_unlock(&b->m); return n; }
void box_put(struct box *b, signed char n) { pthread_mutex_lock(&b->m); if (++b->puts == CRASH) abort(); pthread_mutex_unlock(&b->m); }
C
try() {
	printf '#define GIVEN %s\n#define CRASH %d\n' "$2" ${3:-0} >given.h
	srtest run --no-save --no-hooks --seed 1 --tests ${tests:-40} --shrink-time 1 box.yaml box.c >out 2>&1 && status=0 || status=$?
	echo "$1: $status$(grep -o ': UNDECIDED.*(\|: ERROR.*\|FAILED\|: passed' out | sed 's/ (.*//; s/the specification allows.*from there/.../' || true)"
	sed -n 's/^  \(warning: the spec.*\)/  \1/p' out | sed 's/it allows what was done here, and then goes wrong/.../'
}
spec 'x := 10 div result' 'mine := 1'
try 'a right value' 5
try 'post divides by it' 0
spec 'small := result' 'mine := 1'
try 'post puts it where it does not fit' 4
spec 'x := result' 'mine := 1'
try 'the invariant does not hold' 7
spec 'x := 10 * table[result]' 'mine := 1'
try 'post looks it up' 4
spec 'x := 0' 'low := result'
try 'a client cannot keep it' 4
spec 'x := 0' 'mine := 10 div result'
try 'a client divides by it' 0
spec 'x := 0' 'mine := result' 'x := x' 1 '10 div mine > 0'
try 'whether a client may call' 0
spec 'x := 0' 'mine := result' 'x := x' 'seen[mine]'
try 'what a client calls with' 4
spec 'x := 0' 'mine := result' 'x := x' '100 * mine'
try 'an argument does not fit its C type' 2
spec 'small := if result == 9 then 2 else 0' 'mine := 1' 'x := x' 1 true '{ call: box_free(self), when: 10 div (2 - small) > 0 }'
try 'whether it may be destroyed' 9
echo "what fails beside it"
spec 'x := 10 div result' 'mine := 1'
try 'not the first time' 'b->calls > 1 ? 10 : 5'
try 'a wrong value before it' '(b->calls == 0 ? 1 : b->calls == 1 ? 99 : 0)'
try 'a crash, in tests without it' 0 3
echo "the specification alone"
share=0
spec 'x := 0' 'mine := 1' 'x := 10 div (n - 1)'
try 'post goes wrong by itself' 1
spec 'x := 0' 'mine := 1' 'x := 7'
try 'the invariant is broken by all' 1
spec 'x := 0' 'mine := 1' 'x := x' '300'
try 'an argument fits nowhere' 1
