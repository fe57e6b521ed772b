/* Says which node it looks at, but does not look whether that is still the top by then: it may be freed already. */
/* class: memory or crash or value or safety */
/* hooks */
#include "../stack.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { READERS = 16, RETIRED = 4 };

struct node {
	struct node *next, *retired;
	int x;
};

struct stack {
	_Atomic(struct node *) top;
	_Atomic(struct node *) looked_at[READERS];
	atomic_bool taken[READERS];
	_Atomic(struct node *) retired; /* to be freed when nobody looks at them */
};

static int
begin(stack *s)
{
	for (int i = 0;; i = (i + 1) % READERS)
		if (!atomic_exchange(&s->taken[i], true))
			return i;
}

static void
end(stack *s, int reader)
{
	atomic_store(&s->looked_at[reader], NULL);
	atomic_store(&s->taken[reader], false);
}

static bool
is_looked_at(stack *s, const struct node *n)
{
	for (int i = 0; i < READERS; i++)
		if (atomic_load(&s->looked_at[i]) == n)
			return true;
	return false;
}

static void
retire(stack *s, struct node *n)
{
	n->retired = atomic_load(&s->retired);
	while (!atomic_compare_exchange_weak(&s->retired, &n->retired, n))
		;
}

/* Takes all of them, so that each is one caller's alone, and puts those back that somebody looks at. */
static void
free_retired(stack *s)
{
	struct node *next;
	for (struct node *n = atomic_exchange(&s->retired, NULL); n; n = next) {
		next = n->retired;
		if (is_looked_at(s, n))
			retire(s, n);
		else
			free(n);
	}
}

stack *
stack_new(void)
{
	return calloc(1, sizeof(stack));
}

void
stack_free(stack *s)
{
	for (int x; stack_pop(s, &x);)
		;
	free_retired(s);
	free(s);
}

void
stack_push(stack *s, int x)
{
	struct node *n = malloc(sizeof *n);
	n->x = x;
	n->next = atomic_load(&s->top);
	while (!atomic_compare_exchange_weak(&s->top, &n->next, n))
		;
}

bool
stack_pop(stack *s, int *x)
{
	int reader = begin(s);
	struct node *n = atomic_load(&s->top);
	do
		atomic_store(&s->looked_at[reader], n);
	while (n && !atomic_compare_exchange_weak(&s->top, &n, n->next));
	end(s, reader);
	if (!n)
		return false;
	*x = n->x;
	retire(s, n);
	free_retired(s);
	return true;
}
