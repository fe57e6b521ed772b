/* Each call makes a pipe, and closes but one end; or both. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct counter {
	pthread_mutex_t mutex;
	int total;
};

struct counter *
counter_new(void)
{
	struct counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	return c;
}

void
counter_free(struct counter *c)
{
	free(c);
}

int
counter_add(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	int ends[2], result = pipe(ends) < 0 ? -1 : ++c->total;
	close(ends[0]);
#ifdef CLOSES
	close(ends[1]);
#endif
	pthread_mutex_unlock(&c->mutex);
	return result;
}
