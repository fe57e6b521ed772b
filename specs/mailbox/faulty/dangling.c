/* When the last message was fetched, the end of the list is still taken for a node. */
/* class: crash or value or memory */
#include "../mailbox.h"

#include <stdlib.h>

struct node {
	struct node *next;
	int msg;
};

struct Arc_MBox {
	size_t room;
	struct node *first, *last;
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *m = calloc(1, sizeof *m);
	m->room = size;
	return m;
}

void
Arc_MBoxDestroy(Arc_MBox *m)
{
	while (m->first) {
		struct node *n = m->first;
		m->first = n->next;
		free(n);
	}
	free(m);
}

int
Arc_MBoxPost(Arc_MBox *m, const int *msg)
{
	if (m->room == 0)
		return 1;
	m->room--;
	struct node *n = calloc(1, sizeof *n);
	n->msg = *msg;
	if (m->last)
		m->last->next = n;
	else
		m->first = n;
	m->last = n;
	return 0;
}

int
Arc_MBoxFetch(Arc_MBox *m, int *msg)
{
	struct node *n = m->first;
	*msg = n->msg;
	m->first = n->next;
	m->room++;
	free(n);
	return 0;
}
