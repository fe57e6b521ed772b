/* A thread of its own has the stack, and is asked for all through semaphores. With ANSWERS it answers in memory that nobody frees. */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

enum what { PUSH, POP, END };

typedef struct answer {
	bool ok;
	int x;
} answer;

typedef struct stack {
	pthread_t server;
	pthread_mutex_t one;
	sem_t asked, answered;
	enum what what;
	int x;
	answer *answer;
	int items[64], n;
} stack;

static void *
serve(void *arg)
{
	stack *s = arg;
	for (;;) {
		sem_wait(&s->asked);
		if (s->what == END)
			return NULL;
		s->answer = calloc(1, sizeof *s->answer);
		s->answer->ok = s->what == PUSH || s->n > 0;
		if (s->what == PUSH)
			s->items[s->n++] = s->x;
		else if (s->n > 0)
			s->answer->x = s->items[--s->n];
		sem_post(&s->answered);
	}
}

static answer
ask(stack *s, enum what what, int x)
{
	pthread_mutex_lock(&s->one);
	s->what = what;
	s->x = x;
	sem_post(&s->asked);
	sem_wait(&s->answered);
	answer a = *s->answer;
#ifndef ANSWERS
	free(s->answer);
#endif
	pthread_mutex_unlock(&s->one);
	return a;
}

stack *
stack_new(void)
{
	stack *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->one, NULL);
	sem_init(&s->asked, 0, 0);
	sem_init(&s->answered, 0, 0);
	pthread_create(&s->server, NULL, serve, s);
	return s;
}

void
stack_free(stack *s)
{
	s->what = END;
	sem_post(&s->asked);
	pthread_join(s->server, NULL);
	free(s);
}

void
stack_push(stack *s, int x)
{
	ask(s, PUSH, x);
}

bool
stack_pop(stack *s, int *x)
{
	answer a = ask(s, POP, 0);
	if (a.ok)
		*x = a.x;
	return a.ok;
}
