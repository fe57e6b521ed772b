# who says how many phases there are may rely on it that no more calls are made than one of each client in each of them
cat >count.yaml <<'YAML'
resource: count
state: { n: "0..4 = 0" }
operations:
  add: { post: "n := n + 1" }
clients:
  user: { count: 4, calls: [{ call: add }] }
testing: { phases: 1..2, concurrency: 1..2 }
implementation:
  prototypes: |
    typedef struct count count;
    count *count_new(void);
    void count_free(count *);
    void count_add(count *);
  create: self = count_new()
  destroy: { call: count_free(self), when: true }
  add: count_add(self)
YAML
cat >count.c <<'C'
#include <stdatomic.h>
#include <stdlib.h>
typedef struct count { atomic_int n; } count;
count *count_new(void) { return calloc(1, sizeof(count)); }
void count_free(count *c) { free(c); }
void count_add(count *c) { c->n++; }
C
srtest run --seed 1 --no-save count.yaml count.c | head -1
srtest run --seed 1 --no-save --burst 2 count.yaml count.c | head -1
# with phases to spare there are calls in a row
sed 's/n: "0..4/n: "0..40/; s/phases: 1..2/phases: 1..20/' count.yaml >more.yaml
srtest run --seed 1 --no-save -v more.yaml count.c | head -1
