/* How many messages there are is kept in a byte: a box of 256 refuses the last one. */
/* class: value */
#include "../mailbox.h"

#include <stdint.h>
#include <stdlib.h>

struct Arc_MBox {
	size_t size;
	size_t first;
	uint8_t count;
	int messages[];
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *box = calloc(1, sizeof *box + size * sizeof *box->messages);
	box->size = size;
	return box;
}

int
Arc_MBoxPost(Arc_MBox *box, const int *msg)
{
	if (box->count == box->size || box->count == UINT8_MAX)
		return 1;
	box->messages[(box->first + box->count++) % box->size] = *msg;
	return 0;
}

int
Arc_MBoxFetch(Arc_MBox *box, int *msg)
{
	if (box->count == 0)
		return 1;
	*msg = box->messages[box->first];
	box->first = (box->first + 1) % box->size;
	box->count--;
	return 0;
}

void
Arc_MBoxDestroy(Arc_MBox *box)
{
	free(box);
}
