#include "lang/history.h"

static bool
call_matches(const struct pending *p, const struct match *m, const word *values)
{
	if (m->op >= 0 && p->op != m->op)
		return false;
	for (size_t i = 0; i < m->n; i++)
		if (m->compared[i] && p->args[i] != *values++)
			return false;
	return true;
}

static uint64_t
matching(const struct calls *c, const struct match *m, const word *values, uint64_t among)
{
	uint64_t found = 0;
	for (uint64_t left = among; left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		if (call_matches(&c->at[slot], m, values))
			found |= 1ull << slot;
	}
	return found;
}

static uint64_t
members(const struct calls *c, enum op history)
{
	switch ((int)history) {
	case OP_OTHERS:
		return c->waiting & ~c->self;
	case OP_OLDER:
		return c->older;
	case OP_YOUNGER:
		return c->younger;
	}
	return c->waiting;
}

bool
history_find(struct calls *c, enum op history, const struct match *m, const word *values, bool only_empty, uint64_t *found)
{
	*found = matching(c, m, values, members(c, history));
	if (history != OP_OLDER && history != OP_YOUNGER)
		return true;
	if (only_empty && *found)
		return true;
	uint64_t open = matching(c, m, values, c->unordered);
	c->asked = open;
	return open == 0;
}

int
history_take_first(const struct calls *c, word *set)
{
	uint64_t left = (uint64_t)*set, rest = left;
	int first = __builtin_ctzll(left);
	for (; c->before && rest; rest &= rest - 1) {
		int slot = __builtin_ctzll(rest);
		if (!(c->before[slot] & left)) {
			first = slot;
			break;
		}
	}
	*set = (word)(left & ~(1ull << first));
	return first;
}

size_t
history_values(const struct match *m)
{
	size_t n = 0;
	for (size_t i = 0; i < m->n; i++)
		n += m->compared[i];
	return n;
}
