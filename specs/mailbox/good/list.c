/* A linked list. All nodes are allocated at the start, and those that hold no message are kept on a stack. */
#include "../mailbox.h"

#include <stdlib.h>

struct node {
	struct node *next;
	int msg;
};

struct Arc_MBox {
	struct node *unused, *first, *last;
	struct node *nodes;
};

Arc_MBox *
Arc_MBoxCreate(size_t size)
{
	Arc_MBox *m = calloc(1, sizeof *m);
	m->nodes = calloc(size, sizeof *m->nodes);
	for (size_t i = 0; i < size; i++) {
		m->nodes[i].next = m->unused;
		m->unused = &m->nodes[i];
	}
	return m;
}

void
Arc_MBoxDestroy(Arc_MBox *m)
{
	free(m->nodes);
	free(m);
}

int
Arc_MBoxPost(Arc_MBox *m, const int *msg)
{
	struct node *n = m->unused;
	if (!n)
		return 1;
	m->unused = n->next;
	*n = (struct node){.msg = *msg};
	if (m->first)
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
	if (!n)
		return 1;
	*msg = n->msg;
	m->first = n->next;
	n->next = m->unused;
	m->unused = n;
	return 0;
}
