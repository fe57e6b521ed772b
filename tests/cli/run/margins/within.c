/* A bag that looks as if it went beyond its variables, and never does. What is defined says how. */
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <ucontext.h>

typedef struct queue {
	mtx_t lock;
	cnd_t changed;
} queue;

enum { MOST = 10 };
static int counts[MOST];
static queue it;

#define APART __attribute__((noinline))

static APART void
fill(void *to, int with, size_t n)
{
	for (char *at = to, *end = at + n; at != end; at++)
		*at = (char)with;
}

static APART int
sum(const int *numbers, const int *end)
{
	int all = 0;
	while (numbers != end)
		all += *numbers++;
	return all;
}

#if defined FLEXIBLE
static struct {
	int n, numbers[];
} first = {3, {1, 2, 3}};

static APART void
work(int n)
{
	struct list { int n; char text[]; } *list = alloca(sizeof *list + (size_t)n);
	list->n = sum(first.numbers, first.numbers + first.n);
	fill(list->text, n, (size_t)n);
}
#elif defined CONTAINER
struct link {
	struct link *next;
};
static struct item {
	int before[3];
	struct link link;
	int n;
} items[MOST];

static APART struct item *
item_of(struct link *l)
{
	return (struct item *)(void *)((char *)l - offsetof(struct item, link));
}

static APART void
work(int n)
{
	struct item own = {.link.next = &items[n].link};
	item_of(&own.link)->n = n;
	item_of(own.link.next)->before[2] = item_of(&own.link)->n;
}
#elif defined UNIONS
union any {
	char small;
	struct { short kind; char text[14]; } text;
	struct { short kind; long number; } number;
};
static union any anything[2];

static APART void
work(int n)
{
	union any one, *of[] = {&one, &anything[0], &anything[1]};
	for (int i = 0; i < 3; i++) {
		fill(of[i], 0, sizeof *of[i]);
		of[i]->number.number = n;
		of[i]->text.text[13] = (char)of[i]->number.kind;
	}
}
#elif defined EXACT
static char exact[4];

static APART void
work(int n)
{
	char own[3];
	strncpy(exact, "abcdef", sizeof exact);
	strncpy(own, "a", sizeof own);
	snprintf(own, 100, "%d", n);
	snprintf(exact, sizeof exact, "%d", 100000 + n);
	memcpy(own, exact, strnlen(exact, sizeof exact));
}
#elif defined VARYING
static APART void
rows(int n, int table[n][n])
{
	for (int i = 0; i < n; i++)
		fill(table[i], i, sizeof table[i]);
}

static APART void
work(int n)
{
	for (int i = 0; i < n; i++) {
		int numbers[i + 1], table[n][n];
		char *text = alloca((size_t)i);
		fill(numbers, 0, sizeof numbers);
		fill(text, i, (size_t)i);
		rows(n, table);
	}
}
#elif defined JUMPS
static jmp_buf back;

static APART void
descend(int n)
{
	int numbers[5] = {0}, varying[n + 1];
	fill(varying, 0, sizeof varying);
	if (n == 0)
		longjmp(back, 1);
	descend(n - 1);
	counts[0] += 0 * sum(numbers, numbers + 5);
}

static APART void
lie(int n)
{
	char wide[900];
	fill(wide, n, sizeof wide);
}

static APART void
work(int n)
{
	if (setjmp(back) == 0)
		descend(n);
	lie(n);
	for (int i = 0; i < 40; i++)
		fill(alloca(16), n, 16);
}
#elif defined THREADS
struct order {
	int numbers[6];
	bool cancelled;
};

static APART void *
obey(void *arg)
{
	struct order *o = arg;
	int own[7];
	fill(own, 1, sizeof own);
	fill(o->numbers, 0, sizeof o->numbers);
	if (o->cancelled)
		pthread_testcancel();
	o->numbers[5] = own[6];
	pthread_exit(NULL);
}

static APART void
work(int n)
{
	struct order o = {.cancelled = n % 2};
	pthread_t thread;
	pthread_create(&thread, NULL, obey, &o);
	if (o.cancelled)
		pthread_cancel(thread);
	pthread_join(thread, NULL);
}
#elif defined CONTEXTS
static char stack[65536];
static ucontext_t here, there;

static void
aside(void)
{
	int numbers[9];
	fill(numbers, 0, sizeof numbers);
	swapcontext(&there, &here);
}

static APART void
work(int n)
{
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof stack;
	makecontext(&there, aside, 0);
	swapcontext(&here, &there);
	fill(stack, n, sizeof stack);
}
#elif defined SECTIONS
#define PART(n) static const int part##n __attribute__((section("parts"), used)) = n
PART(1);
PART(2);
PART(3);
extern const int __start_parts[], __stop_parts[];
__attribute__((weak)) int weak[3];
static _Alignas(64) char aligned[3];
static _Thread_local int local[3];
static volatile int all;

__attribute__((constructor)) static void
begin(void)
{
	char text[5];
	fill(text, 0, sizeof text);
}

static APART void
work(int n)
{
	all = sum(__start_parts, __stop_parts);
	fill(weak, n, sizeof weak);
	fill(aligned, n, sizeof aligned);
	fill(local, n, sizeof local);
}
#elif defined LARGE
struct large {
	int numbers[500];
};

static APART struct large
make(int n)
{
	struct large l = {.numbers = {n}};
	return l;
}

static int
compare(const void *a, const void *b)
{
	struct large x = *(const struct large *)a, y = *(const struct large *)b;
	return sum(x.numbers, x.numbers + 500) - sum(y.numbers, y.numbers + 500);
}

static APART void
work(int n)
{
	struct large some[4] = {make(n), make(3), make(n + 1), make(1)};
	qsort(some, 4, sizeof *some, compare);
	fill((char[]){1, 2, 3}, n, 3);
	fill(&(struct large){0}, n, sizeof(struct large));
}
#endif

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
	while (sum(counts, counts + MOST) == 0)
		cnd_wait(&q->changed, &q->lock);
	while (counts[n] == 0)
		n++;
	counts[n]--;
	mtx_unlock(&q->lock);
	return n;
}
