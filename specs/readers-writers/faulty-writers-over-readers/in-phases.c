/* Lets the readers that wait have their turn after each writer, although the next writer is waiting too. */
/* class: order */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	sem_t mutex, read, write;
	int reading, waiting_readers, waiting_writers;
	bool writing;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	sem_init(&l->mutex, 0, 1);
	sem_init(&l->read, 0, 0);
	sem_init(&l->write, 0, 0);
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->mutex);
	sem_destroy(&l->read);
	sem_destroy(&l->write);
	free(l);
}

static void
let_writer_in(rw *l)
{
	l->waiting_writers--;
	l->writing = true;
	sem_post(&l->write);
}

static void
let_readers_in(rw *l)
{
	for (; l->waiting_readers; l->waiting_readers--) {
		l->reading++;
		sem_post(&l->read);
	}
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->mutex);
	bool must_wait = l->writing || l->waiting_writers;
	if (must_wait)
		l->waiting_readers++;
	else
		l->reading++;
	sem_post(&l->mutex);
	if (must_wait)
		sem_wait(&l->read);
}

void
rw_after_read(rw *l)
{
	sem_wait(&l->mutex);
	if (--l->reading == 0 && l->waiting_writers)
		let_writer_in(l);
	sem_post(&l->mutex);
}

void
rw_before_write(rw *l)
{
	sem_wait(&l->mutex);
	bool must_wait = l->writing || l->reading;
	if (must_wait)
		l->waiting_writers++;
	else
		l->writing = true;
	sem_post(&l->mutex);
	if (must_wait)
		sem_wait(&l->write);
}

void
rw_after_write(rw *l)
{
	sem_wait(&l->mutex);
	l->writing = false;
	if (l->waiting_readers)
		let_readers_in(l);
	else if (l->waiting_writers)
		let_writer_in(l);
	sem_post(&l->mutex);
}
