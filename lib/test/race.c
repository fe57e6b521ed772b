#include "test/race.h"

#include <string.h>

static bool
same_place(const struct race_access *a, const struct race_access *b)
{
	return a->stack->known == b->stack->known && a->stack->offset == b->stack->offset;
}

bool
race_same(const struct race *a, const struct race *b)
{
	bool straight = same_place(&a->sides[0], &b->sides[0]) && same_place(&a->sides[1], &b->sides[1]);
	return straight || (same_place(&a->sides[0], &b->sides[1]) && same_place(&a->sides[1], &b->sides[0]));
}

static void
copy_stack(struct arena *a, struct race_access *s)
{
	struct race_place *stack = arena_array(a, struct race_place, s->n);
	memcpy(stack, s->stack, s->n * sizeof *stack);
	s->stack = stack;
}

struct races
races_copy(struct arena *a, const struct races *r)
{
	struct race *at = arena_array(a, struct race, r->n + 1);
	for (size_t i = 0; i < r->n; i++) {
		at[i] = r->at[i];
		copy_stack(a, &at[i].sides[0]);
		copy_stack(a, &at[i].sides[1]);
	}
	return (struct races){r->n, at};
}
