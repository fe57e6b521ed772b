/* What the tests in this folder hand in. BEFORE, TAKE, WAIT, GIVE and AFTER are defined in front of it where something goes wrong. */
#include <pthread.h>
#include <stdlib.h>

#ifndef FREE
#define FREE
#endif
#ifndef TAKE
#define TAKE
#endif
#ifndef WAIT
#define WAIT while (p->served != mine || p->free == 0) pthread_cond_wait(&p->changed, &p->mutex)
#endif
#ifndef GIVE
#define GIVE pthread_cond_broadcast(&p->changed)
#endif
#ifndef RESULT
#define RESULT left
#endif

struct permits {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int free, next, served;
};

struct permits *
permits_new(void)
{
	struct permits *p = calloc(1, sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	pthread_cond_init(&p->changed, NULL);
	p->free = 1;
	return p;
}

void
permits_free(struct permits *p)
{
	FREE;
	free(p);
}

int
permits_take(struct permits *p)
{
	pthread_mutex_lock(&p->mutex);
	int mine = p->next++;
	TAKE;
	WAIT;
	p->served++;
	int left = --p->free;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->mutex);
	return RESULT;
}

void
permits_give(struct permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	GIVE;
	pthread_mutex_unlock(&p->mutex);
}
