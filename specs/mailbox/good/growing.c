/* Starts small and doubles its array when more messages come, straightening the ring as it does. */
#include "../mailbox.h"

#include <stdlib.h>

struct Arc_MBox {
	size_t limit, room, n, first;
	int *messages;
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *m = calloc(1, sizeof *m);
	m->limit = size;
	m->room = 1;
	m->messages = malloc(sizeof(int));
	return m;
}

void
Arc_MBoxDestroy(Arc_MBox *m)
{
	free(m->messages);
	free(m);
}

static void
grow(Arc_MBox *m)
{
	int *more = malloc(2 * m->room * sizeof *more);
	for (size_t i = 0; i < m->n; i++)
		more[i] = m->messages[(m->first + i) % m->room];
	free(m->messages);
	m->messages = more;
	m->first = 0;
	m->room *= 2;
}

int
Arc_MBoxPost(Arc_MBox *m, const int *msg)
{
	if (m->n == m->limit)
		return 1;
	if (m->n == m->room)
		grow(m);
	m->messages[(m->first + m->n++) % m->room] = *msg;
	return 0;
}

int
Arc_MBoxFetch(Arc_MBox *m, int *msg)
{
	if (m->n == 0)
		return 1;
	*msg = m->messages[m->first];
	m->first = (m->first + 1) % m->room;
	m->n--;
	return 0;
}
