# what follows a call sees what it was made with: the client gives back the slot that it took, not just any
cat >slots.yaml <<'YAML'
resource: slots
state: { held: "set of 0..2 = {}" }
operations:
  take: { params: { slot: 0..2 }, cpre: slot not in held, post: "held += {slot}" }
  give: { params: { slot: 0..2 }, pre: slot <= 2, post: "held -= {slot}" }
invariant: len(held) <= 3
clients:
  user:
    count: 4
    vars: { mine: "set of 0..2 = {}", n: 0..2 = 0 }
    calls:
      - { call: "take(pick 0..2)", when: empty(mine), then: ["mine := {slot}", "n := slot"] }
      - { call: "give(n)", when: not empty(mine), then: "mine -= {slot}" }
implementation:
  prototypes: |
    typedef struct slots slots;
    slots *slots_new(void);
    void slots_free(slots *);
    void slots_take(slots *, int slot);
    void slots_give(slots *, int slot);
  create: self = slots_new()
  destroy: slots_free(self)
  take: slots_take(self, slot)
  give: slots_give(self, slot)
YAML
cat >good.c <<'C'
#include <pthread.h>
#include <stdlib.h>
typedef struct slots { pthread_mutex_t m; pthread_cond_t c; int held[3]; } slots;
slots *slots_new(void) { slots *s = calloc(1, sizeof *s); pthread_mutex_init(&s->m, NULL); pthread_cond_init(&s->c, NULL); return s; }
void slots_free(slots *s) { pthread_mutex_destroy(&s->m); pthread_cond_destroy(&s->c); free(s); }
void slots_take(slots *s, int slot)
{
	pthread_mutex_lock(&s->m);
	while (s->held[slot])
		pthread_cond_wait(&s->c, &s->m);
	s->held[slot] = 1;
	pthread_mutex_unlock(&s->m);
}
void slots_give(slots *s, int slot)
{
	pthread_mutex_lock(&s->m);
	s->held[slot] = 0;
	pthread_cond_broadcast(&s->c);
	pthread_mutex_unlock(&s->m);
}
C

srtest run --seed 1 --tests 300 --no-save slots.yaml good.c | grep -E '^[a-z]|passed'
sed 's/broadcast/signal/' good.c >faulty.c
srtest run --seed 1 --tests 3000 --save f.srt slots.yaml faulty.c | sed -n '/^\*\*\*/,/^$/p'
srtest replay f.srt | head -1 || true
# a variable of the client goes before an argument of the same name, and 'when' knows no arguments
sed 's/n: 0..2 = 0/slot: 0..2 = 1/; s/, "n := slot"/, "slot := 2"/; s/give(n)/give(slot)/' slots.yaml >own.yaml
srtest check own.yaml | grep "went ahead"
sed 's/when: empty(mine)/when: slot == 1/' slots.yaml >when.yaml
srtest check when.yaml 2>&1 || true
