/* A permit is a message in a queue of System V. The fault: it is of one of two types, and each type is waited for by turns. */
#include "permits.h"

#include <stdlib.h>
#include <sys/msg.h>

struct permits {
	int queue;
	unsigned acquired, released;
};

static long
type(unsigned *calls)
{
#ifdef FAULTY
	return 1 + (*calls)++ % 2;
#else
	return 1;
#endif
}

static void
give(permits *p)
{
	struct { long type; char text[1]; } m = {type(&p->released), "p"};
	msgsnd(p->queue, &m, sizeof m.text, 0);
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	p->queue = msgget(IPC_PRIVATE, 0600);
	if (p->queue < 0)
		abort();
	while (n-- > 0)
		give(p);
	return p;
}

void
permits_free(permits *p)
{
	msgctl(p->queue, IPC_RMID, NULL);
	free(p);
}

void
permits_acquire(permits *p)
{
	struct { long type; char text[8]; } m;
	if (msgrcv(p->queue, &m, sizeof m.text, type(&p->acquired), 0) != 1 || m.text[0] != 'p')
		abort();
}

void
permits_release(permits *p)
{
	give(p);
}
