#include "host/race.h"

#include "base/vec.h"

enum { DEEPEST = 64 };

static struct race_place
read_place(struct wire *w)
{
	struct race_place p = {.known = wire_tag(w) == SRTEST_INT || wire_tag(w) == SRTEST_UINT};
	if (p.known)
		p.offset = wire_read_uint(w);
	else
		wire_skip(w);
	return p;
}

/* What lies outside the library at the outer end of a stack is the host. */
static bool
read_access(struct arena *a, struct wire list, struct race_access *to)
{
	struct race_place *stack = arena_array(a, struct race_place, DEEPEST);
	to->actor = (int32_t)wire_read_int(&list);
	to->called = wire_tag(&list) != SRTEST_NONE;
	if (to->called)
		to->call = wire_read_uint(&list);
	else
		wire_skip(&list);
	int64_t kind = wire_read_int(&list);
	to->kind = (enum access_kind)kind;
	to->stack = stack;
	while (wire_more(&list) && to->n < DEEPEST)
		stack[to->n++] = read_place(&list);
	while (to->n > 1 && !stack[to->n - 1].known)
		to->n--;
	return !list.bad && to->n > 0 && kind >= ACCESS_READ && kind <= ACCESS_ATOMIC_UPDATE;
}

static void
read_memory(struct wire list, struct race *r)
{
	if (wire_more(&list)) {
		r->offset = wire_read_uint(&list);
		r->memory = RACE_VARIABLE;
	}
	if (wire_more(&list)) {
		r->block = wire_read_uint(&list);
		r->memory = RACE_BLOCK;
	}
}

const struct race *
race_read(struct arena *a, const struct srtest_record *record)
{
	struct race *r = arena_new(a, struct race);
	struct wire w = wire_payload(record);
	read_memory(wire_read_list(&w), r);
	r->size = wire_read_uint(&w);
	bool first = read_access(a, wire_read_list(&w), &r->sides[0]), second = read_access(a, wire_read_list(&w), &r->sides[1]);
	return !w.bad && first && second ? r : NULL;
}
