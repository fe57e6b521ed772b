/* Items travel through a pipe, and it relies on the pipe to be full; but a pipe has room for many thousands of items. */
/* class: safety */
#include "../bounded-buffer.h"

#include <stdlib.h>
#include <unistd.h>

struct buffer {
	int ends[2];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	(void)capacity;
	if (pipe(b->ends) != 0)
		abort();
	return b;
}

void
buffer_free(buffer *b)
{
	close(b->ends[0]);
	close(b->ends[1]);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	if (write(b->ends[1], &item, sizeof item) != sizeof item)
		abort();
}

int
buffer_get(buffer *b)
{
	int item;
	if (read(b->ends[0], &item, sizeof item) != sizeof item)
		abort();
	return item;
}
