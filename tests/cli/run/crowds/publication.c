/* Flat combining with SLOTS entries: who finds none free takes the last one from whoever has it. */
#include <pthread.h>
#include <stdlib.h>

#ifndef SLOTS
#define SLOTS 5
#endif

struct counter {
	pthread_mutex_t mutex, combiner;
	int total;
	struct entry {
		int taken, done, result;
	} list[SLOTS];
};

struct counter *
counter_new(void)
{
	struct counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	pthread_mutex_init(&c->combiner, NULL);
	return c;
}

void
counter_free(struct counter *c)
{
	free(c);
}

static struct entry *
publish(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	int i = 0;
	while (i < SLOTS - 1 && c->list[i].taken)
		i++;
	c->list[i] = (struct entry){.taken = 1};
	pthread_mutex_unlock(&c->mutex);
	return &c->list[i];
}

static void
combine(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	for (int i = 0; i < SLOTS; i++)
		if (c->list[i].taken && !c->list[i].done) {
			c->list[i].result = ++c->total;
			c->list[i].done = 1;
		}
	pthread_mutex_unlock(&c->mutex);
}

int
counter_add(struct counter *c)
{
	struct entry *mine = publish(c);
	pthread_mutex_lock(&c->combiner);
	combine(c);
	int result = mine->result;
	mine->taken = 0;
	pthread_mutex_unlock(&c->combiner);
	return result;
}
