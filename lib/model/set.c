#include "model/set.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

enum { FEW = 8 };

static size_t
bytes(const struct config_set *s)
{
	return s->width * sizeof *s->words;
}

static void
grow(struct config_set *s, size_t width)
{
	s->cap = s->cap ? s->cap * 2 : FEW;
	s->words = mem_grow(s->words, s->cap * width * sizeof *s->words);
	s->origins = mem_grow(s->origins, s->cap * sizeof *s->origins);
}

void
set_clear(struct config_set *s, size_t width)
{
	if (width > s->width && s->cap)
		s->words = mem_grow(s->words, s->cap * width * sizeof *s->words);
	s->width = width;
	s->n = 0;
}

static size_t
place(const struct config_set *s, const word *config)
{
	size_t i = XXH3_64bits(config, bytes(s)) & (s->size - 1);
	while (s->table[i] && memcmp(set_at(s, s->table[i] - 1), config, bytes(s)) != 0)
		i = (i + 1) & (s->size - 1);
	return i;
}

static void
rehash(struct config_set *s)
{
	s->size = 8 * FEW;
	while (s->size < s->n * 4)
		s->size *= 2;
	if (s->size > s->room) {
		s->room = s->size;
		s->table = mem_grow(s->table, s->room * sizeof *s->table);
	}
	memset(s->table, 0, s->size * sizeof *s->table);
	for (size_t i = 0; i < s->n; i++)
		s->table[place(s, set_at(s, i))] = (uint32_t)i + 1;
}

/* Where the configuration stands, or the number of all of them; *slot is its place in the table. */
static size_t
seek(const struct config_set *s, const word *config, size_t *slot)
{
	*slot = 0;
	if (s->n > FEW) {
		*slot = place(s, config);
		return s->table[*slot] ? s->table[*slot] - 1 : s->n;
	}
	size_t i = 0;
	while (i < s->n && memcmp(set_at(s, i), config, bytes(s)) != 0)
		i++;
	return i;
}

uint32_t
set_put(struct config_set *s, const word *config, struct origin origin, bool *is_new)
{
	size_t slot, at = seek(s, config, &slot);
	*is_new = at == s->n;
	if (!*is_new)
		return (uint32_t)at;
	if (s->n == s->cap)
		grow(s, s->width);
	if (s->n > FEW)
		s->table[slot] = (uint32_t)s->n + 1;
	memcpy(set_at(s, s->n), config, bytes(s));
	s->origins[s->n++] = origin;
	if (s->n == FEW + 1 || (s->n > FEW && s->n * 2 > s->size))
		rehash(s);
	return (uint32_t)at;
}

bool
set_add(struct config_set *s, const word *config, struct origin origin)
{
	bool is_new;
	set_put(s, config, origin, &is_new);
	return is_new;
}

void
set_free(struct config_set *s)
{
	free(s->words);
	free(s->origins);
	free(s->table);
	*s = (struct config_set){0};
}

size_t
set_bytes(const struct config_set *s)
{
	return s->cap * (bytes(s) + sizeof *s->origins) + s->room * sizeof *s->table;
}
