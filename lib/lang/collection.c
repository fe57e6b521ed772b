#include "lang/collection.h"

#include <stdlib.h>
#include <string.h>

word *
scratch_reserve(struct machine *m, size_t n)
{
	if (m->cap - m->used < n) {
		m->cap = (m->cap + n) * 2;
		m->scratch = mem_grow(m->scratch, m->cap * sizeof *m->scratch);
	}
	return m->scratch + m->used;
}

void
scratch_push(struct machine *m, word w)
{
	*scratch_reserve(m, 1) = w;
	m->used++;
}

/* Values for a total map stand in the order of its keys, each key once. */
static bool
total_map(struct machine *m, const struct type *t, word *pairs, size_t n, word *made)
{
	n = pairs_sort(t->key, pairs, n);
	if (n / 2 != t->key->count)
		return false;
	for (size_t i = 0; i < n / 2; i++)
		if (!value_fits(t->key, pairs[2 * i]))
			return false;
	word *values = mem_alloc(n / 2 * sizeof *values);
	for (size_t i = 0; i < n / 2; i++)
		values[type_index(t->key, pairs[2 * i])] = pairs[2 * i + 1];
	*made = heap_block(m->heap, values, n / 2);
	free(values);
	return true;
}

bool
collection_make(struct machine *m, const struct type *t, size_t from, word *made)
{
	word *at = m->scratch + from;
	size_t n = m->used - from;
	m->used = from;
	if (t->kind == TYPE_MAP && t->total)
		return total_map(m, t, at, n, made);
	if (t->kind == TYPE_SET || t->kind == TYPE_BAG)
		n = words_sort(t->elem, at, n, t->kind == TYPE_SET);
	if (t->kind == TYPE_MAP)
		n = pairs_sort(t->key, at, n);
	*made = heap_block(m->heap, at, n);
	return true;
}

word
seq_slice(struct machine *m, word seq, size_t from, size_t n)
{
	return heap_block(m->heap, block_of(seq)->at + from, n);
}

word
seq_concat(struct machine *m, word a, word b)
{
	const struct block *x = block_of(a), *y = block_of(b);
	word *at = scratch_reserve(m, (size_t)x->n + y->n);
	memcpy(at, x->at, x->n * sizeof *at);
	memcpy(at + x->n, y->at, y->n * sizeof *at);
	return heap_block(m->heap, at, (size_t)x->n + y->n);
}

word
seq_reverse(struct machine *m, word seq)
{
	const struct block *b = block_of(seq);
	word *at = scratch_reserve(m, b->n);
	for (size_t i = 0; i < b->n; i++)
		at[i] = b->at[b->n - 1 - i];
	return heap_block(m->heap, at, b->n);
}

word
block_with(struct machine *m, word block, size_t at, word value)
{
	const struct block *b = block_of(block);
	if (b->at[at] == value)
		return block;
	word *copy = scratch_reserve(m, b->n);
	memcpy(copy, b->at, b->n * sizeof *copy);
	copy[at] = value;
	return heap_block(m->heap, copy, b->n);
}

word
map_with(struct machine *m, const struct type *t, word map, word key, word value)
{
	if (t->total)
		return block_with(m, map, type_index(t->key, key), value);
	word pair[] = {key, value};
	return map_override(m, t, map, heap_block(m->heap, pair, 2));
}

word
map_override(struct machine *m, const struct type *t, word map, word pairs)
{
	const struct block *x = block_of(map), *y = block_of(pairs);
	if (t->total) {
		for (size_t i = 0; i < y->n; i += 2)
			map = block_with(m, map, type_index(t->key, y->at[i]), y->at[i + 1]);
		return map;
	}
	word *at = scratch_reserve(m, (size_t)x->n + y->n);
	memcpy(at, x->at, x->n * sizeof *at);
	memcpy(at + x->n, y->at, y->n * sizeof *at);
	return heap_block(m->heap, at, pairs_sort(t->key, at, (size_t)x->n + y->n));
}

word
map_without(struct machine *m, const struct type *t, word map, word keys)
{
	const struct block *b = block_of(map);
	const struct type set = {.kind = TYPE_SET, .elem = t->key};
	word *at = scratch_reserve(m, b->n);
	size_t n = 0;
	for (size_t i = 0; i < b->n; i += 2) {
		if (collection_has(&set, keys, b->at[i]))
			continue;
		at[n++] = b->at[i];
		at[n++] = b->at[i + 1];
	}
	return heap_block(m->heap, at, n);
}

word
map_keys(struct machine *m, const struct type *t, word map)
{
	const struct block *b = block_of(map);
	size_t n = t->total ? t->key->count : b->n / 2;
	word *at = scratch_reserve(m, n);
	for (size_t i = 0; i < n; i++)
		at[i] = t->total ? type_nth(m->heap, t->key, i) : b->at[2 * i];
	return heap_block(m->heap, at, words_sort(t->key, at, n, true));
}

word
map_filled(struct machine *m, const struct type *t, word value)
{
	word *at = scratch_reserve(m, t->key->count);
	for (uint64_t i = 0; i < t->key->count; i++)
		at[i] = value;
	return heap_block(m->heap, at, t->key->count);
}

bool
collection_has(const struct type *t, word collection, word element)
{
	const struct block *b = block_of(collection);
	word ignored;
	if (t->kind == TYPE_MAP)
		return map_get(t, collection, element, &ignored);
	if (t->kind == TYPE_SEQ)
		return count_of(b, element) > 0;
	size_t low = 0, high = b->n;
	while (low < high) {
		size_t mid = (low + high) / 2;
		int c = value_compare(t->elem, b->at[mid], element);
		if (c == 0)
			return true;
		if (c < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

word
collection_merge(struct machine *m, const struct type *t, enum merge how, word a, word b)
{
	const struct block *x = block_of(a), *y = block_of(b);
	word *at = scratch_reserve(m, (size_t)x->n + y->n);
	size_t i = 0, j = 0, n = 0;
	bool bag = t->kind == TYPE_BAG;
	while (i < x->n || j < y->n) {
		int c = i == x->n ? 1 : j == y->n ? -1 : value_compare(t->elem, x->at[i], y->at[j]);
		if (c < 0 && how != MERGE_INTER)
			at[n++] = x->at[i];
		if (c > 0 && how == MERGE_UNION)
			at[n++] = y->at[j];
		if (c == 0 && how != MERGE_MINUS)
			at[n++] = x->at[i];
		if (c == 0 && how == MERGE_UNION && bag)
			at[n++] = y->at[j];
		i += c <= 0;
		j += c >= 0;
	}
	return heap_block(m->heap, at, n);
}

bool
collection_subset(const struct type *t, word a, word b)
{
	const struct block *x = block_of(a), *y = block_of(b);
	size_t i = 0, j = 0;
	while (i < x->n && j < y->n) {
		int c = value_compare(t->elem, x->at[i], y->at[j]);
		if (c < 0)
			return false;
		i += c == 0;
		j++;
	}
	return i == x->n;
}

word
collection_elements(struct machine *m, const struct type *t, word collection)
{
	const struct block *b = block_of(collection);
	size_t step = t->kind == TYPE_MAP && !t->total ? 2 : 1, n = 0;
	word *at = scratch_reserve(m, b->n);
	for (size_t i = step - 1; i < b->n; i += step)
		at[n++] = b->at[i];
	return heap_block(m->heap, at, words_sort(t->elem, at, n, true));
}

word
count_of(const struct block *b, word element)
{
	word n = 0;
	for (size_t i = 0; i < b->n; i++)
		n += b->at[i] == element;
	return n;
}

word
range_set(struct machine *m, word low, word high)
{
	size_t n = (size_t)(high - low + 1);
	word *at = scratch_reserve(m, n);
	for (size_t i = 0; i < n; i++)
		at[i] = low + (word)i;
	return heap_block(m->heap, at, n);
}
