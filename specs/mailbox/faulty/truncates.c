/* Keeps messages in bytes, which are too small for them. */
/* class: value */
#include "../mailbox.h"

#include <stdlib.h>

struct Arc_MBox {
	size_t size, in, out;
	unsigned char ring[];
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *m = calloc(1, sizeof *m + size * sizeof m->ring[0]);
	m->size = size;
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
	if (m->in - m->out == m->size)
		return 1;
	m->ring[m->in++ % m->size] = (unsigned char)*msg;
	return 0;
}

int
Arc_MBoxFetch(Arc_MBox *m, int *msg)
{
	if (m->in == m->out)
		return 1;
	*msg = m->ring[m->out++ % m->size];
	return 0;
}
