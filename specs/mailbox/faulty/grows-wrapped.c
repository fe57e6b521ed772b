/* A ring that grows is not put in order if its messages lie around the end. */
/* class: value */
#include "../mailbox.h"

#include <stdlib.h>

struct Arc_MBox {
	size_t size, room, first, n;
	int *ring;
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *m = calloc(1, sizeof *m);
	m->size = size;
	m->room = 4;
	m->ring = calloc(m->room, sizeof(int));
	return m;
}

static void
grow(Arc_MBox *m)
{
	m->ring = realloc(m->ring, 2 * m->room * sizeof(int));
	m->room *= 2;
}

int
Arc_MBoxPost(Arc_MBox *m, const int *msg)
{
	if (m->n == m->size)
		return 1;
	if (m->n == m->room)
		grow(m);
	m->ring[(m->first + m->n++) % m->room] = *msg;
	return 0;
}

int
Arc_MBoxFetch(Arc_MBox *m, int *msg)
{
	if (m->n == 0)
		return 1;
	*msg = m->ring[m->first];
	m->first = (m->first + 1) % m->room;
	m->n--;
	return 0;
}

void
Arc_MBoxDestroy(Arc_MBox *m)
{
	free(m->ring);
	free(m);
}
