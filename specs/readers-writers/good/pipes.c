/* The key to the room is a byte in a pipe: who reads it has it. Readers share it, and count themselves under a mutex. */
#include "../readers-writers.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct rw {
	int key[2];
	pthread_mutex_t counting;
	int readers;
};

static void
take(int fd)
{
	char key;
	while (read(fd, &key, 1) != 1)
		if (errno != EINTR)
			abort();
}

static void
give(int fd)
{
	while (write(fd, "k", 1) != 1)
		if (errno != EINTR)
			abort();
}

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	if (pipe(l->key) != 0) {
		free(l);
		return NULL;
	}
	pthread_mutex_init(&l->counting, NULL);
	l->readers = 0;
	give(l->key[1]);
	return l;
}

void
rw_free(rw *l)
{
	close(l->key[0]);
	close(l->key[1]);
	pthread_mutex_destroy(&l->counting);
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->counting);
	if (++l->readers == 1)
		take(l->key[0]);
	pthread_mutex_unlock(&l->counting);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->counting);
	if (--l->readers == 0)
		give(l->key[1]);
	pthread_mutex_unlock(&l->counting);
}

void
rw_before_write(rw *l)
{
	take(l->key[0]);
}

void
rw_after_write(rw *l)
{
	give(l->key[1]);
}
