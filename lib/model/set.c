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

/* The half of a hash that is kept in the table, so that few configurations are compared in vain. */
static uint64_t
tag(uint64_t hash)
{
	return hash & ~(uint64_t)UINT32_MAX;
}

static size_t
index_at(const struct config_set *s, size_t place)
{
	return (size_t)(s->table[place] & UINT32_MAX) - 1;
}

/* Where in the table the configuration stands, or belongs. */
static size_t
place(const struct config_set *s, const word *config, uint64_t hash)
{
	size_t i = hash & (s->size - 1);
	while (s->table[i] && (tag(s->table[i] ^ hash) || memcmp(set_at(s, index_at(s, i)), config, bytes(s)) != 0))
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
	for (size_t i = 0; i < s->n; i++) {
		uint64_t hash = XXH3_64bits(set_at(s, i), bytes(s));
		size_t at = hash & (s->size - 1);
		while (s->table[at]) /* they are all different */
			at = (at + 1) & (s->size - 1);
		s->table[at] = tag(hash) | (i + 1);
	}
}

/* Where the configuration stands among a few, or their number. */
static size_t
seek_few(const struct config_set *s, const word *config)
{
	size_t i = 0;
	while (i < s->n && memcmp(set_at(s, i), config, bytes(s)) != 0)
		i++;
	return i;
}

static uint32_t
append(struct config_set *s, const word *config, struct origin origin)
{
	if (s->n == s->cap)
		grow(s, s->width);
	memcpy(set_at(s, s->n), config, bytes(s));
	s->origins[s->n++] = origin;
	if (s->n == FEW + 1 || (s->n > FEW && s->n * 2 > s->size))
		rehash(s);
	return (uint32_t)s->n - 1;
}

uint64_t
set_hash(const struct config_set *s, const word *config)
{
	return XXH3_64bits(config, bytes(s));
}

void
set_expect(const struct config_set *s, uint64_t hash)
{
	if (s->n > FEW)
		__builtin_prefetch(&s->table[hash & (s->size - 1)]);
}

void
set_expect_more(const struct config_set *s, uint64_t hash)
{
	size_t i = hash & (s->size - 1);
	if (s->n > FEW && s->table[i])
		__builtin_prefetch(set_at(s, index_at(s, i)));
}

uint32_t
set_put_hashed(struct config_set *s, const word *config, uint64_t hash, struct origin origin, bool *is_new)
{
	if (s->n <= FEW) {
		size_t at = seek_few(s, config);
		*is_new = at == s->n;
		return *is_new ? append(s, config, origin) : (uint32_t)at;
	}
	size_t at = place(s, config, hash);
	*is_new = s->table[at] == 0;
	if (!*is_new)
		return (uint32_t)index_at(s, at);
	s->table[at] = tag(hash) | (s->n + 1);
	return append(s, config, origin);
}

uint32_t
set_put(struct config_set *s, const word *config, struct origin origin, bool *is_new)
{
	return set_put_hashed(s, config, s->n > FEW ? set_hash(s, config) : 0, origin, is_new);
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
