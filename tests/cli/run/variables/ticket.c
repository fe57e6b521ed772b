/* A lock of tickets whose slots are spun on, after Anderson. BEYOND: there is a slot less than tickets are dealt for. */
#include <sched.h>
#include <stdatomic.h>

typedef struct queue {
	int counts[10];
} queue;

enum { SLOTS = 4 };
#ifdef BEYOND
enum { DEALT = SLOTS + 1 };
#else
enum { DEALT = SLOTS };
#endif
static atomic_uint next;
static struct slot {
	volatile int may_go;
	char apart[60];
} slots[SLOTS];
static queue it;

queue *
queue_new(void)
{
	slots[0].may_go = 1;
	return &it;
}

void
queue_free(queue *q)
{
	(void)q;
}

static unsigned
enter(void)
{
	unsigned mine = next++ % DEALT;
	while (!slots[mine].may_go)
		sched_yield();
	atomic_thread_fence(memory_order_seq_cst);
	slots[mine].may_go = 0;
	return mine;
}

static void
leave(unsigned mine)
{
	atomic_thread_fence(memory_order_seq_cst);
	slots[(mine + 1) % DEALT].may_go = 1;
}

void
queue_put(queue *q, int n)
{
	unsigned mine = enter();
	q->counts[n]++;
	leave(mine);
}

int
queue_get(queue *q)
{
	for (;; sched_yield()) {
		unsigned mine = enter();
		int n = 9;
		while (n > 0 && q->counts[n] == 0)
			n--;
		q->counts[n] -= n > 0;
		leave(mine);
		if (n > 0)
			return n;
	}
}
