# long: before anything is tested it is told which operations nobody calls, and what only grows; tests end where the model could be anywhere
cat >log.yaml <<'YAML'
resource: log
state:
  lines: seq of 0..99
operations:
  add: { params: { n: 0..99 }, post: "lines := lines ++ [n]" }
  size: { returns: nat, result: len(lines) }
  clear: { post: "lines := []" }
clients:
  writer: { count: 4, calls: [call: add(pick 0..99)] }
implementation:
  prototypes: |
    typedef struct log log_t; log_t *log_new(void); void log_free(log_t *); void log_add(log_t *, int); unsigned long log_size(log_t *); void log_clear(log_t *);
  create: self = log_new()
  destroy: log_free(self)
  add: log_add(self, n)
  size: log_size(self)
  clear: log_clear(self)
YAML
cat >log.c <<'C'
#include <pthread.h>
#include <stdlib.h>
typedef struct log { pthread_mutex_t m; unsigned long n; } log_t;
log_t *log_new(void) { log_t *l = calloc(1, sizeof *l); pthread_mutex_init(&l->m, NULL); return l; }
void log_free(log_t *l) { free(l); }
void log_add(log_t *l, int n) { pthread_mutex_lock(&l->m); l->n++; pthread_mutex_unlock(&l->m); }
unsigned long log_size(log_t *l) { pthread_mutex_lock(&l->m); unsigned long n = l->n; pthread_mutex_unlock(&l->m); return n; }
void log_clear(log_t *l) { pthread_mutex_lock(&l->m); l->n = 0; pthread_mutex_unlock(&l->m); }
C
srtest check log.yaml | sed '/^Explored/q' | sed 's/ [0-9]* states and [0-9]* steps/ N states and M steps/'
echo
srtest run --seed 1 --tests 60 --no-save log.yaml log.c 2>&1 | grep -v -e strategy -e ' calls in ' -e 'different schedules' | sed 's,note: [0-9]* tests,note: N tests,'
srtest run --seed 1 --tests 60 --no-save --format json log.yaml log.c 2>/dev/null | grep -o '"cut_short": *[1-9]' | sed 's,[0-9],N,'
echo
sed 's/calls: .*/calls: [call: add(pick 0..99), call: size, call: clear] }/' log.yaml >both.yaml # somebody clears it
srtest run --seed 1 --tests 60 --no-save both.yaml log.c 2>&1 | grep -v -e strategy -e ' calls in ' -e 'different schedules' | sed 's,note: [0-9]* tests,note: N tests,'
mkdir class
cp log.c class
srtest grade --tests 60 log.yaml class 2>&1 | head -3
srtest run --seed 1 --tests 60 -q --no-save log.yaml log.c 2>&1 | grep -c warning || true
