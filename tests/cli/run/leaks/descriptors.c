/* Each call opens a descriptor, and may close it again. */
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
	int mine = dup(0), result = mine < 0 ? -1 : ++c->total;
#ifdef CLOSES
	close(mine);
#endif
	pthread_mutex_unlock(&c->mutex);
	return result;
}
