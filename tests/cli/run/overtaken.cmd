# A policy of one's own, with a message: who was overtaken is named, whatever the policy counts, in all reports.
cat >bridge.yaml <<'END'
resource: bridge
types: { Side: [north, south] }
functions:
  other:
    params: { side: Side }
    value: if side == north then south else north
state:
  cars: map[Side] nat = 0
operations:
  enter:
    params: { side: Side }
    cpre: cars[other(side)] == 0
    post: cars[side] += 1
  leave:
    params: { side: Side }
    post: cars[side] -= 1
scheduling:
  state:
    waits: map[Side] nat = 0
    row: map[Side] nat = 0
  operations:
    enter:
      waiting: waits[side] += 1
      enabled:
        that: waits[other(side)] == 0 or row[side] < 2
        message: no more than 2 cars from the {side} in a row, while others wait
      post_waiting:
        - waits[side] -= 1
        - row[other(side)] := 0
        - row[side] := if waits[other(side)] == 0 then 0 else row[side] + 1
clients:
  car:
    count: 5
    vars: { side: Side = pick Side, on: bool = false }
    calls:
      - { call: enter(side), when: not on, then: on := true }
      - { call: leave(side), when: on, then: on := false }
implementation:
  prototypes: |
    typedef struct bridge bridge;
    typedef enum side { NORTH, SOUTH } side;
    bridge *bridge_new(void);
    void bridge_free(bridge *);
    void bridge_enter(bridge *, side);
    void bridge_leave(bridge *, side);
  create: self = bridge_new()
  destroy: bridge_free(self)
  enter: bridge_enter(self, side)
  leave: bridge_leave(self, side)
END
cat >bridge.c <<'END'
#include <pthread.h>
#include <stdlib.h>

struct bridge {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int cars[2];
};

struct bridge *
bridge_new(void)
{
	struct bridge *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	return b;
}

void
bridge_free(struct bridge *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
bridge_enter(struct bridge *b, int side)
{
	pthread_mutex_lock(&b->mutex);
	while (b->cars[!side])
		pthread_cond_wait(&b->changed, &b->mutex);
	b->cars[side]++;
	pthread_mutex_unlock(&b->mutex);
}

void
bridge_leave(struct bridge *b, int side)
{
	pthread_mutex_lock(&b->mutex);
	b->cars[side]--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}
END
srtest run --seed 1 --no-save bridge.yaml bridge.c | sed '/^What the/,$d' || true
srtest run --seed 1 --no-save --format json bridge.yaml bridge.c | grep -o '"circumstances":.*' | grep -o '"message.*enough": *[a-z]*' || true
srtest run --seed 1 --no-save --format junit bridge.yaml bridge.c | grep -B1 'gone before it$' || true
srtest run --seed 1 --no-save --format html bridge.yaml bridge.c | grep -A1 '^<li>\(no more\|<code>car3\)' || true
