/* Never holds more than 128 messages, whatever size was asked for. */
/* class: value */
#include "../mailbox.h"

#include <stdlib.h>

struct Arc_MBox {
	size_t size, in, out, n;
	int ring[];
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *m = calloc(1, sizeof *m + size * sizeof m->ring[0]);
	m->size = size > 128 ? 128 : size;
	return m;
}

void
Arc_MBoxDestroy(Arc_MBox *m)
{
	free(m);
}

int
Arc_MBoxPost(Arc_MBox *m, const int *msg)
{
	if (m->n == m->size)
		return 1;
	m->ring[m->in] = *msg;
	m->in = (m->in + 1) % m->size;
	m->n++;
	return 0;
}

int
Arc_MBoxFetch(Arc_MBox *m, int *msg)
{
	if (m->n == 0)
		return 1;
	*msg = m->ring[m->out];
	m->out = (m->out + 1) % m->size;
	m->n--;
	return 0;
}
