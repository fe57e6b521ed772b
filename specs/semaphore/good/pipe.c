/* Who has to wait opens a pipe, leaves its writing end in the queue and reads; a release writes a byte to the first. */
#include "../semaphore.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct end {
	int fd;
	struct end *next;
};

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free;
	struct end *first, *last;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static void
join(semaphore *s, struct end *e)
{
	if (s->first)
		s->last->next = e;
	else
		s->first = e;
	s->last = e;
}

static void
await_byte(const int *ends)
{
	char byte;
	while (read(ends[0], &byte, 1) != 1)
		if (errno != EINTR)
			abort();
	close(ends[0]);
	close(ends[1]);
}

void
semaphore_acquire(semaphore *s)
{
	int ends[2];
	struct end e = {0};
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
		pthread_mutex_unlock(&s->mutex);
		return;
	}
	if (pipe(ends) != 0)
		abort();
	e.fd = ends[1];
	join(s, &e);
	pthread_mutex_unlock(&s->mutex);
	await_byte(ends);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->first) {
		int fd = s->first->fd;
		s->first = s->first->next;
		if (write(fd, "", 1) != 1)
			abort();
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->mutex);
}
