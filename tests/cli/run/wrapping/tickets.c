/* Tickets are numbers of 16 bits. Which of two comes first is asked as if they did not begin again at 0; or it is asked for the difference. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct lock {
	pthread_mutex_t mutex;
	pthread_cond_t served;
	uint16_t next, serving;
};

struct lock *
lock_new(void)
{
	struct lock *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->served, NULL);
	return l;
}

void
lock_free(struct lock *l)
{
	free(l);
}

static bool
is_before(uint16_t a, uint16_t b)
{
#ifdef RIGHT
	return (int16_t)(a - b) < 0;
#else
	return a < b;
#endif
}

void
lock_lock(struct lock *l)
{
	pthread_mutex_lock(&l->mutex);
	uint16_t mine = l->next++;
	while (is_before(l->serving, mine))
		pthread_cond_wait(&l->served, &l->mutex);
	pthread_mutex_unlock(&l->mutex);
}

void
lock_unlock(struct lock *l)
{
	pthread_mutex_lock(&l->mutex);
	l->serving++;
	pthread_cond_broadcast(&l->served);
	pthread_mutex_unlock(&l->mutex);
}
