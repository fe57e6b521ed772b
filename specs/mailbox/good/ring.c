/* A ring with a slot that is always free, so that two indices say all. */
#include "../mailbox.h"

#include <stdlib.h>

struct Arc_MBox {
	size_t slots, in, out;
	int ring[];
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *m = calloc(1, sizeof *m + (size + 1) * sizeof m->ring[0]);
	if (m)
		m->slots = size + 1;
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
	size_t next = (m->in + 1) % m->slots;
	if (next == m->out)
		return 1;
	m->ring[m->in] = *msg;
	m->in = next;
	return 0;
}

int
Arc_MBoxFetch(Arc_MBox *m, int *msg)
{
	if (m->in == m->out)
		return 1;
	*msg = m->ring[m->out];
	m->out = (m->out + 1) % m->slots;
	return 0;
}
