#include "trial/table.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAP = 1 << 8, MOST_KEYS = 1 << 22 };

/* The place of a key, or where it would be. */
static size_t
place(const struct table *t, uint64_t key)
{
	size_t i = key & (t->cap - 1);
	while (t->keys[i] && t->keys[i] != key)
		i = (i + 1) & (t->cap - 1);
	return i;
}

bool
table_find(const struct table *t, uint64_t key, uint64_t *value)
{
	size_t i = t->n ? place(t, key) : 0;
	if (!t->n || t->keys[i] != key)
		return false;
	*value = t->values[i];
	return true;
}

static void
grow(struct table *t)
{
	struct table old = *t;
	t->cap = old.cap ? 2 * old.cap : FIRST_CAP;
	t->keys = mem_alloc(t->cap * sizeof *t->keys);
	t->values = mem_alloc(t->cap * sizeof *t->values);
	memset(t->keys, 0, t->cap * sizeof *t->keys);
	for (size_t i = 0; i < old.cap; i++) {
		if (!old.keys[i])
			continue;
		size_t at = place(t, old.keys[i]);
		t->keys[at] = old.keys[i];
		t->values[at] = old.values[i];
	}
	table_free(&old);
}

void
table_add(struct table *t, uint64_t key, uint64_t value)
{
	if (t->n == MOST_KEYS)
		return;
	if (2 * t->n >= t->cap)
		grow(t);
	size_t i = place(t, key);
	t->n += t->keys[i] == 0;
	t->keys[i] = key;
	t->values[i] = value;
}

void
table_clear(struct table *t)
{
	if (t->n)
		memset(t->keys, 0, t->cap * sizeof *t->keys);
	t->n = 0;
}

void
table_free(struct table *t)
{
	free(t->keys);
	free(t->values);
}
