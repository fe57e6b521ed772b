/* A table of what is in the bag, with C11's locks. BEYOND looks at one entry too many, LAST prepares the entry behind, where there may be none, ROW stays within the matrix, by rows. */
#include <stdbool.h>
#include <stddef.h>
#include <threads.h>

typedef struct queue {
	mtx_t lock;
	cnd_t changed;
} queue;

enum { MOST = 9, ROWS = 3 };
static struct entry {
	int number;
	short count;
} entries[MOST];
static int rows[ROWS][MOST / ROWS];
static queue it;

queue *
queue_new(void)
{
	mtx_init(&it.lock, mtx_plain);
	cnd_init(&it.changed);
	return &it;
}

void
queue_free(queue *q)
{
	cnd_destroy(&q->changed);
	mtx_destroy(&q->lock);
}

static struct entry *
find(int number)
{
#ifdef BEYOND
	for (int i = 0; i <= MOST; i++)
#else
	for (int i = 0; i < MOST; i++)
#endif
		if (entries[i].number == number)
			return &entries[i];
	return NULL;
}

void
queue_put(queue *q, int n)
{
	mtx_lock(&q->lock);
	struct entry *e = find(n);
	entries[n - 1].number = n;
#ifdef LAST
	entries[n].number = n + 1;
#endif
	(e ? e : &entries[n - 1])->count++;
#ifdef ROW
	rows[0][n - 1]++;
#endif
	cnd_broadcast(&q->changed);
	mtx_unlock(&q->lock);
}

int
queue_get(queue *q)
{
	struct entry *e = NULL;
	mtx_lock(&q->lock);
	while (true) {
		for (int i = 0; i < MOST; i++)
			if (entries[i].count > 0)
				e = &entries[i];
		if (e)
			break;
		cnd_wait(&q->changed, &q->lock);
	}
	e->count--;
	int n = e->number;
	rows[(n - 1) / ROWS][(n - 1) % ROWS]--;
	mtx_unlock(&q->lock);
	return n;
}
