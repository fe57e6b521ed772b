/* Every other call opens a stream, and may close it again. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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
	int result = ++c->total;
	FILE *mine = result % 2 ? fopen("/dev/null", "r") : NULL;
#ifdef CLOSES
	if (mine)
		fclose(mine);
#endif
	pthread_mutex_unlock(&c->mutex);
	return result;
}
