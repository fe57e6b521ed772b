#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <poll.h>

/* one socketpair per warehouse: whoever changes something sends a byte for each sleeper; sleepers poll() and take one.
 * A byte too many only means to look once more. */

struct warehouse {
	int n, max;
	pthread_mutex_t m;
	int weight[16], corridor[17], sleepers;
	struct sleeper { int s[2]; struct sleeper *next; } *list;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = calloc(1, sizeof *h);
	h->n = n;
	h->max = max;
	pthread_mutex_init(&h->m, NULL);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	pthread_mutex_destroy(&h->m);
	free(h);
}

static void open_sleeper(struct warehouse *h, struct sleeper *me)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, me->s) != 0)
		abort();
	me->next = h->list;
	h->list = me;
}

static void close_sleeper(struct warehouse *h, struct sleeper *me)
{
	struct sleeper **p = &h->list;
	while (*p != me)
		p = &(*p)->next;
	*p = me->next;
	close(me->s[0]);
	close(me->s[1]);
}

static void sleep_once(struct warehouse *h, struct sleeper *me)
{
	struct pollfd pfd = { .fd = me->s[0], .events = POLLIN };
	char buf[64];
	pthread_mutex_unlock(&h->m);
	while (poll(&pfd, 1, -1) != 1)
		;
	pthread_mutex_lock(&h->m);
	if (recv(me->s[0], buf, sizeof buf, 0) <= 0)
		abort();
}

static void ring(struct warehouse *h)
{
	for (struct sleeper *s = h->list; s; s = s->next)
		if (send(s->s[1], "x", 1, 0) != 1)
			abort();
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	struct sleeper me;
	pthread_mutex_lock(&h->m);
	if (h->weight[n] + w > h->max) {
		open_sleeper(h, &me);
		do
			sleep_once(h, &me);
		while (h->weight[n] + w > h->max);
		close_sleeper(h, &me);
	}
	h->weight[n] += w;
	h->corridor[n] = 0;
	ring(h);
	pthread_mutex_unlock(&h->m);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	struct sleeper me;
	pthread_mutex_lock(&h->m);
	if (n < h->n - 1 && h->corridor[n + 1]) {
		open_sleeper(h, &me);
		do
			sleep_once(h, &me);
		while (h->corridor[n + 1]);
		close_sleeper(h, &me);
	}
	h->weight[n] -= w;
	if (n < h->n - 1)
		h->corridor[n + 1] = 1;
	ring(h);
	pthread_mutex_unlock(&h->m);
}
