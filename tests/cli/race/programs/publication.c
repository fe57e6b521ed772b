/* A pointer that is given to others without anything that orders what it points to. */
#include <stdatomic.h>
#include <stdlib.h>

struct message {
	int text;
};

static struct message *volatile newest;
static _Atomic(int) sum;

void
left(void)
{
	struct message *m = malloc(sizeof *m);
	m->text = 1;
	newest = m;
}

void
right(void)
{
	if (newest)
		sum += newest->text;
}
