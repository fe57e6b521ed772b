#include "lang/value.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

enum { FIRST_TABLE = 256 };

struct heap {
	const struct heap *below;
	struct arena arena;
	const struct block **table; /* open addressing; size is a power of two */
	size_t size, n, bytes;
};

static const struct {
	struct block block;
} nothing = {{.hash = 1, .n = 0}};

word
empty_block(void)
{
	return (word)(intptr_t)&nothing.block;
}

struct heap *
heap_new(const struct heap *below)
{
	struct heap *h = mem_alloc(sizeof *h);
	*h = (struct heap){.below = below, .size = FIRST_TABLE};
	h->table = mem_alloc(h->size * sizeof *h->table);
	memset(h->table, 0, h->size * sizeof *h->table);
	return h;
}

void
heap_free(struct heap *h)
{
	if (!h)
		return;
	arena_free(&h->arena);
	free(h->table);
	free(h);
}

size_t
heap_bytes(const struct heap *h)
{
	return h->bytes + h->size * sizeof *h->table;
}

/* The place of the block in the table: where it stands, or the free place where it belongs. */
static size_t
find(const struct heap *h, uint32_t hash, const word *at, size_t n)
{
	size_t i = hash & (h->size - 1);
	for (; h->table[i]; i = (i + 1) & (h->size - 1)) {
		const struct block *b = h->table[i];
		if (b->hash == hash && b->n == n && memcmp(b->at, at, n * sizeof *at) == 0)
			break;
	}
	return i;
}

static void
table_double(struct heap *h)
{
	const struct block **old = h->table;
	size_t old_size = h->size;
	h->size *= 2;
	h->table = mem_alloc(h->size * sizeof *h->table);
	memset(h->table, 0, h->size * sizeof *h->table);
	for (size_t i = 0; i < old_size; i++) {
		if (!old[i])
			continue;
		size_t j = old[i]->hash & (h->size - 1);
		while (h->table[j])
			j = (j + 1) & (h->size - 1);
		h->table[j] = old[i];
	}
	free(old);
}

word
heap_block(struct heap *h, const word *at, size_t n)
{
	if (n == 0)
		return empty_block();
	uint32_t hash = (uint32_t)XXH3_64bits(at, n * sizeof *at);
	for (const struct heap *below = h->below; below; below = below->below) {
		const struct block *b = below->table[find(below, hash, at, n)];
		if (b)
			return (word)(intptr_t)b;
	}
	size_t place = find(h, hash, at, n);
	if (h->table[place])
		return (word)(intptr_t)h->table[place];
	size_t bytes = sizeof(struct block) + n * sizeof *at;
	struct block *b = arena_alloc(&h->arena, bytes);
	b->hash = hash;
	b->n = (uint32_t)n;
	memcpy(b->at, at, n * sizeof *at);
	h->bytes += bytes;
	h->table[place] = b;
	if (++h->n * 2 > h->size)
		table_double(h);
	return (word)(intptr_t)b;
}

/* The type of the i-th word of a block. */
static const struct type *
part_type(const struct type *t, size_t i)
{
	if (t->kind == TYPE_RECORD)
		return t->fields[i].type;
	return t->kind == TYPE_MAP && !t->total && i % 2 == 0 ? t->key : t->elem;
}

/* Blocks whose words are all numbers are copied as they are. */
static bool
parts_flat(const struct type *t)
{
	if (t->kind != TYPE_RECORD)
		return t->elem->flat && (t->kind != TYPE_MAP || t->key->flat);
	for (size_t i = 0; i < t->n; i++)
		if (!t->fields[i].type->flat)
			return false;
	return true;
}

word
heap_copy(struct heap *h, const struct type *t, word w)
{
	if (t->flat)
		return w;
	const struct block *b = block_of(w);
	if (parts_flat(t))
		return heap_block(h, b->at, b->n);
	word *at = mem_alloc(b->n * sizeof *at);
	for (size_t i = 0; i < b->n; i++)
		at[i] = heap_copy(h, part_type(t, i), b->at[i]);
	word copy = heap_block(h, at, b->n);
	free(at);
	return copy;
}

int
value_compare(const struct type *t, word a, word b)
{
	if (a == b)
		return 0;
	if (t->flat)
		return a < b ? -1 : 1;
	const struct block *x = block_of(a), *y = block_of(b);
	for (size_t i = 0; i < x->n && i < y->n; i++) {
		int c = value_compare(part_type(t, i), x->at[i], y->at[i]);
		if (c)
			return c;
	}
	return x->n < y->n ? -1 : x->n > y->n;
}

bool
value_fits(const struct type *t, word w)
{
	if (t->kind == TYPE_INT)
		return w >= t->min && w <= t->max;
	if (t->kind == TYPE_NOTHING)
		return false;
	if (t->flat || t->kind == TYPE_BRACES)
		return true;
	const struct block *b = block_of(w);
	for (size_t i = 0; i < b->n; i++)
		if (!value_fits(part_type(t, i), b->at[i]))
			return false;
	return true;
}

bool
map_get(const struct type *t, word m, word key, word *value)
{
	const struct block *b = block_of(m);
	if (t->total) {
		if (!value_fits(t->key, key))
			return false;
		*value = b->at[type_index(t->key, key)];
		return true;
	}
	size_t low = 0, high = b->n / 2;
	while (low < high) {
		size_t mid = (low + high) / 2;
		int c = value_compare(t->key, b->at[2 * mid], key);
		if (c == 0) {
			*value = b->at[2 * mid + 1];
			return true;
		}
		if (c < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

word
type_nth(struct heap *h, const struct type *t, uint64_t i)
{
	if (t->kind == TYPE_INT)
		return t->min + (int64_t)i;
	if (t->flat)
		return (word)i;
	if (t->kind == TYPE_OPTION) {
		if (i == 0)
			return empty_block();
		word inner = type_nth(h, t->elem, i - 1);
		return heap_block(h, &inner, 1);
	}
	word *at = mem_alloc(t->n * sizeof *at);
	for (size_t f = t->n; f-- > 0; i /= t->fields[f].type->count)
		at[f] = type_nth(h, t->fields[f].type, i % t->fields[f].type->count);
	word record = heap_block(h, at, t->n);
	free(at);
	return record;
}

uint64_t
type_index(const struct type *t, word w)
{
	if (t->kind == TYPE_INT)
		return (uint64_t)w - (uint64_t)t->min;
	if (t->flat)
		return (uint64_t)w;
	const struct block *b = block_of(w);
	if (t->kind == TYPE_OPTION)
		return b->n ? 1 + type_index(t->elem, b->at[0]) : 0;
	uint64_t index = 0;
	for (size_t f = 0; f < t->n; f++)
		index = index * t->fields[f].type->count + type_index(t->fields[f].type, b->at[f]);
	return index;
}

static bool
initial_record(struct heap *h, const struct type *t, word *w)
{
	word *at = mem_alloc(t->n * sizeof *at);
	bool ok = true;
	for (size_t i = 0; i < t->n && ok; i++)
		ok = value_initial(h, t->fields[i].type, &at[i]);
	if (ok)
		*w = heap_block(h, at, t->n);
	free(at);
	return ok;
}

/* A total map has the same value everywhere. */
static bool
initial_map(struct heap *h, const struct type *t, size_t n, word *w)
{
	word part;
	if (n > 0 && !value_initial(h, t->elem, &part))
		return false;
	word *at = mem_alloc(n * sizeof *at);
	for (size_t i = 0; i < n; i++)
		at[i] = part;
	*w = heap_block(h, at, n);
	free(at);
	return true;
}

bool
value_initial(struct heap *h, const struct type *t, word *w)
{
	switch (t->kind) {
	case TYPE_INT:
		*w = t->min > 0 ? t->min : t->max < 0 ? t->max : 0;
		return t->min <= t->max;
	case TYPE_BOOL:
	case TYPE_CHAR:
	case TYPE_ENUM:
		*w = 0;
		return true;
	case TYPE_OPTION:
	case TYPE_SEQ:
	case TYPE_SET:
	case TYPE_BAG:
	case TYPE_BRACES:
		*w = empty_block();
		return true;
	case TYPE_MAP:
		return initial_map(h, t, t->total ? t->key->count : 0, w);
	case TYPE_RECORD:
		return initial_record(h, t, w);
	case TYPE_NOTHING:
		return false;
	}
	return false;
}

/* Merge sort, because the order of aggregates needs their type and qsort takes no context. */
static void
merge_sort(const struct type *t, word *at, word *spare, size_t n, size_t stride)
{
	if (n < 2)
		return;
	size_t left = n / 2, i = 0, j = left, k = 0;
	merge_sort(t, at, spare, left, stride);
	merge_sort(t, at + left * stride, spare, n - left, stride);
	for (; i < left || j < n; k++) {
		bool first = j == n || (i < left && value_compare(t, at[i * stride], at[j * stride]) <= 0);
		memcpy(spare + k * stride, at + (first ? i++ : j++) * stride, stride * sizeof *at);
	}
	memcpy(at, spare, n * stride * sizeof *at);
}

static void
sort(const struct type *t, word *at, size_t n, size_t stride)
{
	bool sorted = true;
	for (size_t i = 1; i < n && sorted; i++)
		sorted = value_compare(t, at[(i - 1) * stride], at[i * stride]) <= 0;
	if (sorted)
		return;
	word *spare = mem_alloc(n * stride * sizeof *spare);
	merge_sort(t, at, spare, n, stride);
	free(spare);
}

size_t
words_sort(const struct type *elem, word *at, size_t n, bool unique)
{
	sort(elem, at, n, 1);
	if (!unique || n == 0)
		return n;
	size_t kept = 1;
	for (size_t i = 1; i < n; i++)
		if (at[i] != at[kept - 1])
			at[kept++] = at[i];
	return kept;
}

size_t
pairs_sort(const struct type *key, word *at, size_t n)
{
	sort(key, at, n / 2, 2);
	size_t kept = 0;
	for (size_t i = 0; i < n; i += 2) {
		if (kept && at[kept - 2] == at[i])
			kept -= 2;
		at[kept] = at[i];
		at[kept + 1] = at[i + 1];
		kept += 2;
	}
	return kept;
}

static void
print_char(struct text *out, word c)
{
	if (c == '\'' || c == '\\')
		text_printf(out, "'\\%c'", (char)c);
	else if (c == '\n')
		text_str(out, "'\\n'");
	else if (c == '\t')
		text_str(out, "'\\t'");
	else if (c < 0x20 || c > 0x7e)
		text_printf(out, "'\\x%02x'", (unsigned)c);
	else
		text_printf(out, "'%c'", (char)c);
}

static void
print_string(struct text *out, const struct block *b)
{
	struct text bytes = {0};
	for (size_t i = 0; i < b->n; i++)
		text_char(&bytes, (char)b->at[i]);
	text_quoted(out, bytes.s ? bytes.s : "", bytes.n);
	text_free(&bytes);
}

static void
print_list(struct text *out, const struct type *elem, const struct block *b)
{
	for (size_t i = 0; i < b->n; i++) {
		if (i)
			text_str(out, ", ");
		value_print(out, elem, b->at[i]);
	}
}

/* A total map prints its keys too: {0 -> 700, 1 -> 600}. */
static void
print_map(struct text *out, const struct type *t, const struct block *b)
{
	struct heap *keys = heap_new(NULL);
	size_t n = t->total ? b->n : b->n / 2;
	text_char(out, '{');
	for (size_t i = 0; i < n; i++) {
		if (i)
			text_str(out, ", ");
		value_print(out, t->key, t->total ? type_nth(keys, t->key, i) : b->at[2 * i]);
		text_str(out, " -> ");
		value_print(out, t->elem, t->total ? b->at[i] : b->at[2 * i + 1]);
	}
	text_char(out, '}');
	heap_free(keys);
}

void
value_print(struct text *out, const struct type *t, word w)
{
	switch (t->kind) {
	case TYPE_BOOL:
		text_str(out, w ? "true" : "false");
		break;
	case TYPE_INT:
		text_printf(out, "%lld", (long long)w);
		break;
	case TYPE_CHAR:
		print_char(out, w);
		break;
	case TYPE_ENUM:
		text_str(out, t->names[w]);
		break;
	case TYPE_RECORD:
		text_char(out, '(');
		for (size_t i = 0; i < t->n; i++) {
			text_printf(out, "%s%s = ", i ? ", " : "", t->fields[i].name);
			value_print(out, t->fields[i].type, block_of(w)->at[i]);
		}
		text_char(out, ')');
		break;
	case TYPE_OPTION:
		if (block_of(w)->n == 0) {
			text_str(out, "none");
			break;
		}
		text_str(out, "some(");
		value_print(out, t->elem, block_of(w)->at[0]);
		text_char(out, ')');
		break;
	case TYPE_SEQ:
		if (type_is_text(t)) {
			print_string(out, block_of(w));
			break;
		}
		text_char(out, '[');
		print_list(out, t->elem, block_of(w));
		text_char(out, ']');
		break;
	case TYPE_SET:
	case TYPE_BAG:
		text_str(out, t->kind == TYPE_SET ? "{" : "bag(");
		print_list(out, t->elem, block_of(w));
		text_char(out, t->kind == TYPE_SET ? '}' : ')');
		break;
	case TYPE_MAP:
		print_map(out, t, block_of(w));
		break;
	case TYPE_NOTHING:
	case TYPE_BRACES:
		text_str(out, "{}");
		break;
	}
}
