/*
 * Semaphores of System V: permits, a lock, and shared memory that it guards, with the number of permits given out. The fault:
 * whoever finds no permit does not wait for one.
 */
#include "permits.h"

#include <stdlib.h>
#include <sys/sem.h>
#include <sys/shm.h>

struct permits {
	int set, segment;
	int *out;
};

static void
change(permits *p, struct sembuf *all, size_t n)
{
	semop(p->set, all, n);
}

static void
count(permits *p, int by)
{
	change(p, &(struct sembuf){1, -1, SEM_UNDO}, 1);
	*p->out += by;
	if (*p->out < 0)
		abort();
	change(p, &(struct sembuf){1, 1, SEM_UNDO}, 1);
}

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	unsigned short values[] = {n, 1};
	p->set = semget(IPC_PRIVATE, 2, 0600);
	p->segment = shmget(IPC_PRIVATE, sizeof *p->out, 0600);
	p->out = shmat(p->segment, NULL, 0);
	shmctl(p->segment, IPC_RMID, NULL);
	if (p->set < 0 || p->out == (void *)-1 || semctl(p->set, 0, SETALL, values) < 0)
		abort();
	return p;
}

void
permits_free(permits *p)
{
	semctl(p->set, 0, IPC_RMID);
	shmdt(p->out);
	free(p);
}

void
permits_acquire(permits *p)
{
#ifdef FAULTY
	change(p, &(struct sembuf){0, -1, IPC_NOWAIT}, 1);
#else
	change(p, &(struct sembuf){0, -1, 0}, 1);
#endif
	count(p, 1);
}

void
permits_release(permits *p)
{
	count(p, -1);
	change(p, &(struct sembuf){0, 1, 0}, 1);
}
