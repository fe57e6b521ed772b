/* Every warehouse is a thread (an "agent"). A call sends a message to the agent and waits until it is handled. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { ENTER, LEAVE, FREE, STOP };   /* FREE: the corridor behind the next warehouse is free again */

struct message {
	int type, weight;
	sem_t *done;
	struct message *next;
};

struct agent {
	pthread_t thread;
	pthread_mutex_t lock;
	sem_t mail;
	struct message *inbox;
	/* only the agent itself uses these */
	int number, load, max, corridor_taken, last;
	struct message *waiting;
	struct agent *before;
};

struct warehouse {
	int n;
	struct agent agent[];
};

static void post(struct agent *a, struct message *m)
{
	pthread_mutex_lock(&a->lock);
	struct message **end = &a->inbox;
	while (*end)
		end = &(*end)->next;
	m->next = NULL;
	*end = m;
	pthread_mutex_unlock(&a->lock);
	sem_post(&a->mail);
}

static struct message *receive(struct agent *a)
{
	sem_wait(&a->mail);
	pthread_mutex_lock(&a->lock);
	struct message *m = a->inbox;
	a->inbox = m->next;
	pthread_mutex_unlock(&a->lock);
	return m;
}

static int handle(struct agent *a, struct message *m)
{
	if (m->type == ENTER) {
		if (a->load + m->weight > a->max)
			return 0;
		a->load += m->weight;
		if (a->before) {
			/* tell the warehouse before us, and do not return before that is in its inbox */
			struct message *f = calloc(1, sizeof *f);
			f->type = FREE;
			f->done = m->done;
			post(a->before, f);
			return 1;
		}
	} else {
		if (!a->last && a->corridor_taken)
			return 0;
		a->corridor_taken = 1;
		a->load -= m->weight;
	}
	sem_post(m->done);
	return 1;
}

static void look_again(struct agent *a)
{
	for (struct message **p = &a->waiting; *p;) {
		struct message *m = *p, *next = m->next;
		if (handle(a, m)) {
			*p = next;
			p = &a->waiting;
		} else {
			p = &m->next;
		}
	}
}

static void *agent_main(void *arg)
{
	struct agent *a = arg;
	for (;;) {
		struct message *m = receive(a);
		if (m->type == STOP) {
			free(m);
			return NULL;
		} else if (m->type == FREE) {
			a->corridor_taken = 0;
			sem_post(m->done);
			free(m);
		} else {
			m->next = a->waiting;
			a->waiting = m;
		}
		look_again(a);
	}
}

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = calloc(1, sizeof *h + n * sizeof h->agent[0]);
	h->n = n;
	for (int i = 0; i < n; i++) {
		struct agent *a = &h->agent[i];
		pthread_mutex_init(&a->lock, NULL);
		sem_init(&a->mail, 0, 0);
		a->number = i;
		a->max = max;
		a->last = i == n - 1;
		a->before = i > 0 ? a - 1 : NULL;
	}
	for (int i = 0; i < n; i++)
		pthread_create(&h->agent[i].thread, NULL, agent_main, &h->agent[i]);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	for (int i = 0; i < h->n; i++) {
		struct message *m = calloc(1, sizeof *m);
		m->type = STOP;
		post(&h->agent[i], m);
	}
	for (int i = 0; i < h->n; i++) {
		pthread_join(h->agent[i].thread, NULL);
		pthread_mutex_destroy(&h->agent[i].lock);
		sem_destroy(&h->agent[i].mail);
	}
	free(h);
}

static void call(struct warehouse *h, int type, int n, int w)
{
	sem_t done;
	struct message m = { type, w, &done, NULL };
	sem_init(&done, 0, 0);
	post(&h->agent[n], &m);
	sem_wait(&done);
	sem_destroy(&done);
}

void warehouse_enter(struct warehouse *h, int n, int w) { call(h, ENTER, n, w); }
void warehouse_exit(struct warehouse *h, int n, int w) { call(h, LEAVE, n, w); }
