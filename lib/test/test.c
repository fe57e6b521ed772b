#include "test/test.h"

const struct bit allowed_kinds[] = {{"unlock", ALLOWED_UNLOCK}, {"destroy", ALLOWED_DESTROY}, {"wait", ALLOWED_WAIT}, {"use", ALLOWED_USE}, {0}};

size_t
test_calls(const struct test *t)
{
	size_t n = 0;
	for (size_t i = 0; i < t->n; i++)
		n += t->phases[i].n;
	return n;
}

struct stack
stack_copy(struct arena *a, const struct stack *s)
{
	struct stack_frame *at = arena_array(a, struct stack_frame, s->n);
	for (size_t i = 0; i < s->n; i++) {
		at[i] = s->at[i];
		at[i].file = s->at[i].file ? arena_strdup(a, s->at[i].file) : NULL;
	}
	return (struct stack){s->n, at};
}
