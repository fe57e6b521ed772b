/* A bag whose numbers stand in arrays that functions are handed. What is defined says who goes beyond one of them, and how. */
#include <alloca.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

typedef struct queue {
	mtx_t lock;
	cnd_t changed;
} queue;

enum { MOST = 10 };
static int counts[MOST];
static atomic_int made[3];
static char name[8];
static struct label {
	short of[5];
	char end;
} label;
static queue it;

#define APART __attribute__((noinline))

static APART void
put(int *numbers, int n, int more)
{
	numbers[n] += more;
}

static APART int
sum(const int *numbers, int n)
{
	int all = 0;
	while (n-- > 0)
		all += *numbers++;
	return all;
}

static APART void
count(atomic_int *numbers, int n)
{
	atomic_fetch_add(&numbers[n], 1);
}

static APART void
put_short(short *numbers, int n)
{
	numbers[n]++;
}

static APART void
name_it(char *to, size_t room, int n)
{
	snprintf(to, room, "number %d", n);
}

static APART void
spread(int *numbers, int n)
{
	if (n > 1)
		spread(numbers, n - 1);
	put(numbers, n, 1);
}

#define ODD(n) ((n) == 7)

/* One number in nine does it. */
static APART void
work(int n)
{
	int numbers[MOST] = {0}, fewer[4] = {0};
	char text[8] = "";
	char *words = alloca((size_t)n * 4 + 8);
	int varying[n + 3];
	(void)fewer, (void)text, (void)words, (void)varying;
	put(numbers, n, 1);
#if defined STATIC
	put(counts, n == 7 ? MOST : n, 0);
#elif defined IN_FRONT
	put(counts, ODD(n) ? -1 : n, 0);
#elif defined READ
	put(numbers, 0, sum(counts, MOST + ODD(n)));
#elif defined STACK
	put(fewer, ODD(n) ? 4 : n % 4, 1);
#elif defined DEEP
	spread(fewer, ODD(n) ? 4 : 3);
#elif defined ATOMIC
	count(made, ODD(n) ? 3 : n % 3);
#elif defined SET
	memset(name, ODD(n), sizeof name + ODD(n));
#elif defined COPY
	memcpy(text, "longer than that", ODD(n) ? 9 : 8);
#elif defined STRING
	strcpy(name, ODD(n) ? "12345678" : "1234567");
#elif defined APPEND
	strcpy(text, "1234");
	strncat(text, "5678", ODD(n) ? 4 : 3);
#elif defined PRINT
	name_it(text, ODD(n) ? 16 : sizeof text, n);
#elif defined ALLOCA
	memset(words, 0, (size_t)n * 4 + 8 + ODD(n));
#elif defined VARYING
	put(varying, ODD(n) ? -1 : n, 0);
#elif defined WHOLE
	put_short(label.of, ODD(n) ? (int)sizeof label / 2 : n % 5);
#endif
}

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

void
queue_put(queue *q, int n)
{
	mtx_lock(&q->lock);
	work(n);
	counts[n]++;
	cnd_broadcast(&q->changed);
	mtx_unlock(&q->lock);
}

int
queue_get(queue *q)
{
	int n = 0;
	mtx_lock(&q->lock);
	while (sum(counts, MOST) == 0)
		cnd_wait(&q->changed, &q->lock);
	while (counts[n] == 0)
		n++;
	counts[n]--;
	label.end += (char)label.of[n % 5];
	mtx_unlock(&q->lock);
	return n;
}
