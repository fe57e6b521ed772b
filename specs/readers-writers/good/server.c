/*
 * A thread owns the counters and nobody else touches them. Requests go into its mailbox; who asks to get in sleeps on a
 * semaphore of its own until the answer comes, who leaves just says so.
 */
#include "../readers-writers.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

enum kind { READ, READ_OVER, WRITE, WRITE_OVER, STOP };

struct message {
	struct message *next;
	enum kind kind;
	sem_t answer;
};

struct rw {
	pthread_t server;
	pthread_mutex_t mutex;
	pthread_cond_t mail;
	struct message *first, **last;
};

struct desk {
	int readers, writers;
	struct message *want_to_read, *want_to_write;
};

static void
post(rw *l, struct message *m)
{
	m->next = NULL;
	pthread_mutex_lock(&l->mutex);
	*l->last = m;
	l->last = &m->next;
	pthread_cond_signal(&l->mail);
	pthread_mutex_unlock(&l->mutex);
}

static struct message *
fetch(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (!l->first)
		pthread_cond_wait(&l->mail, &l->mutex);
	struct message *m = l->first;
	l->first = m->next;
	if (!l->first)
		l->last = &l->first;
	pthread_mutex_unlock(&l->mutex);
	return m;
}

static void
shelve(struct message **list, struct message *m)
{
	m->next = *list;
	*list = m;
}

static void
answer_first(struct message **list)
{
	struct message *m = *list;
	*list = m->next;
	sem_post(&m->answer);
}

static void
answer_those_who_can_go(struct desk *d)
{
	for (; d->writers == 0 && d->want_to_read; d->readers++)
		answer_first(&d->want_to_read);
	for (; d->writers == 0 && d->readers == 0 && d->want_to_write; d->writers++)
		answer_first(&d->want_to_write);
}

static bool
handle(struct desk *d, struct message *m)
{
	switch (m->kind) {
	case READ:
		shelve(&d->want_to_read, m);
		return true;
	case WRITE:
		shelve(&d->want_to_write, m);
		return true;
	case READ_OVER:
		d->readers--;
		break;
	case WRITE_OVER:
		d->writers--;
		break;
	case STOP:
		free(m);
		return false;
	}
	free(m);
	return true;
}

static void *
serve(void *arg)
{
	struct desk desk = {0};
	while (handle(&desk, fetch(arg)))
		answer_those_who_can_go(&desk);
	return NULL;
}

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	l->last = &l->first;
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->mail, NULL);
	pthread_create(&l->server, NULL, serve, l);
	return l;
}

static void
ask(rw *l, enum kind kind)
{
	struct message m = {.kind = kind};
	sem_init(&m.answer, 0, 0);
	post(l, &m);
	sem_wait(&m.answer);
	sem_destroy(&m.answer);
}

static void
tell(rw *l, enum kind kind)
{
	struct message *m = malloc(sizeof *m);
	m->kind = kind;
	post(l, m);
}

void
rw_free(rw *l)
{
	tell(l, STOP);
	pthread_join(l->server, NULL);
	pthread_cond_destroy(&l->mail);
	pthread_mutex_destroy(&l->mutex);
	free(l);
}

void
rw_before_read(rw *l)
{
	ask(l, READ);
}

void
rw_after_read(rw *l)
{
	tell(l, READ_OVER);
}

void
rw_before_write(rw *l)
{
	ask(l, WRITE);
}

void
rw_after_write(rw *l)
{
	tell(l, WRITE_OVER);
}
