#include "lang/json.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(word) words;

static bool
expected(const char **wrong, const char *what)
{
	*wrong = what;
	return false;
}

/* --- reading --- */

/* The bytes of a JSON string whose characters are all below U+0100. */
static bool
read_bytes(struct arena *a, const json_t *j, words *out)
{
	const unsigned char *s = (const unsigned char *)json_string_value(j);
	size_t n = json_string_length(j);
	for (size_t i = 0; i < n; i++) {
		word c = s[i];
		if (c >= 0x80) {
			if (c > 0xc3 || i + 1 >= n)
				return false;
			c = ((c & 3) << 6) | (s[++i] & 0x3f);
		}
		vec_push(a, out, c);
	}
	return true;
}

static bool
read_name(const struct type *t, const json_t *j, word *w)
{
	const char *s = json_string_value(j);
	for (size_t i = 0; s && i < t->n; i++) {
		if (strcmp(t->names[i], s) == 0) {
			*w = (word)i;
			return true;
		}
	}
	return false;
}

static bool
read_items(struct arena *a, struct heap *h, const struct type *elem, const json_t *j, words *out, const char **wrong)
{
	size_t i;
	const json_t *item;
	json_array_foreach (j, i, item) {
		word w;
		if (!value_from_json(h, elem, item, &w, wrong))
			return false;
		vec_push(a, out, w);
	}
	return true;
}

static bool
read_sequence(struct arena *a, struct heap *h, const struct type *t, const json_t *j, word *w, const char **wrong)
{
	words at = {0};
	if (t->kind == TYPE_SEQ && json_is_string(j) && (t->elem->kind == TYPE_CHAR || t->elem->kind == TYPE_INT)) {
		if (!read_bytes(a, j, &at))
			return expected(wrong, "a string of characters below U+0100");
	} else if (!json_is_array(j)) {
		return expected(wrong, type_is_text(t) ? "a string" : "a list");
	} else if (!read_items(a, h, t->elem, j, &at, wrong)) {
		return false;
	}
	size_t n = t->kind == TYPE_SEQ ? at.n : words_sort(t->elem, at.at, at.n, t->kind == TYPE_SET);
	*w = heap_block(h, at.at, n);
	return true;
}

/* The keys of an object stand for numbers, booleans and names. */
static bool
read_key(struct heap *h, const struct type *t, const char *key, word *w, const char **wrong)
{
	json_t *j = t->kind == TYPE_ENUM || t->kind == TYPE_CHAR || type_is_text(t) ? json_string(key) : json_loads(key, JSON_DECODE_ANY, NULL);
	bool ok = j && value_from_json(h, t, j, w, wrong);
	if (!j)
		expected(wrong, "an object whose keys fit");
	json_decref(j);
	return ok;
}

static bool
read_pairs(struct arena *a, struct heap *h, const struct type *t, const json_t *j, words *at, const char **wrong)
{
	const char *key;
	json_t *value;
	size_t i;
	word k, v;
	if (json_is_object(j)) {
		json_object_foreach ((json_t *)(uintptr_t)j, key, value) {
			if (!read_key(h, t->key, key, &k, wrong) || !value_from_json(h, t->elem, value, &v, wrong))
				return false;
			vec_push(a, at, k);
			vec_push(a, at, v);
		}
		return true;
	}
	json_array_foreach (j, i, value) {
		if (json_array_size(value) != 2)
			return expected(wrong, "a list of pairs");
		if (!value_from_json(h, t->key, json_array_get(value, 0), &k, wrong) || !value_from_json(h, t->elem, json_array_get(value, 1), &v, wrong))
			return false;
		vec_push(a, at, k);
		vec_push(a, at, v);
	}
	return json_is_array(j) || expected(wrong, "an object or a list of pairs");
}

static bool
read_map(struct arena *a, struct heap *h, const struct type *t, const json_t *j, word *w, const char **wrong)
{
	words at = {0};
	if (!read_pairs(a, h, t, j, &at, wrong))
		return false;
	size_t n = pairs_sort(t->key, at.at, at.n);
	if (!t->total) {
		*w = heap_block(h, at.at, n);
		return true;
	}
	if (n / 2 != t->key->count)
		return expected(wrong, "a value for each key");
	word *values = arena_array(a, word, n / 2);
	for (size_t i = 0; i < n; i += 2) {
		if (!value_fits(t->key, at.at[i]))
			return expected(wrong, "a value for each key");
		values[type_index(t->key, at.at[i])] = at.at[i + 1];
	}
	*w = heap_block(h, values, n / 2);
	return true;
}

static bool
read_record(struct arena *a, struct heap *h, const struct type *t, const json_t *j, word *w, const char **wrong)
{
	word *at = arena_array(a, word, t->n);
	if (!json_is_object(j) || json_object_size(j) != t->n)
		return expected(wrong, "an object with each field of the record");
	for (size_t i = 0; i < t->n; i++) {
		const json_t *field = json_object_get(j, t->fields[i].name);
		if (!field)
			return expected(wrong, "an object with each field of the record");
		if (!value_from_json(h, t->fields[i].type, field, &at[i], wrong))
			return false;
	}
	*w = heap_block(h, at, t->n);
	return true;
}

static bool
read_value(struct arena *a, struct heap *h, const struct type *t, const json_t *j, word *w, const char **wrong)
{
	words one = {0};
	switch (t->kind) {
	case TYPE_BOOL:
		*w = json_is_true(j);
		return json_is_boolean(j) || expected(wrong, "true or false");
	case TYPE_INT:
		*w = json_integer_value(j);
		return json_is_integer(j) || expected(wrong, "a whole number");
	case TYPE_CHAR:
		if (!json_is_string(j) || !read_bytes(a, j, &one) || one.n != 1)
			return expected(wrong, "a string of one character");
		*w = one.at[0];
		return true;
	case TYPE_ENUM:
		return read_name(t, j, w) || expected(wrong, "a name of the enum, as a string");
	case TYPE_OPTION:
		*w = empty_block();
		if (json_is_null(j))
			return true;
		if (!value_from_json(h, t->elem, j, w, wrong))
			return false;
		*w = heap_block(h, w, 1);
		return true;
	case TYPE_SEQ:
	case TYPE_SET:
	case TYPE_BAG:
		return read_sequence(a, h, t, j, w, wrong);
	case TYPE_MAP:
		return read_map(a, h, t, j, w, wrong);
	case TYPE_RECORD:
		return read_record(a, h, t, j, w, wrong);
	case TYPE_NOTHING:
	case TYPE_BRACES:
		break;
	}
	return expected(wrong, "nothing");
}

bool
value_from_json(struct heap *h, const struct type *t, const json_t *j, word *w, const char **wrong)
{
	struct arena a = {0};
	bool ok = read_value(&a, h, t, j, w, wrong);
	arena_free(&a);
	return ok;
}

/* --- writing --- */

static json_t *
write_bytes(const word *at, size_t n)
{
	struct text t = {0};
	for (size_t i = 0; i < n; i++) {
		if (at[i] < 0x80) {
			text_char(&t, (char)at[i]);
		} else {
			text_char(&t, (char)(0xc0 | (at[i] >> 6 & 3)));
			text_char(&t, (char)(0x80 | (at[i] & 0x3f)));
		}
	}
	json_t *j = json_stringn(t.s ? t.s : "", t.n);
	text_free(&t);
	return j;
}

static json_t *
write_list(const struct type *elem, const struct block *b)
{
	json_t *list = json_array();
	for (size_t i = 0; i < b->n; i++)
		json_array_append_new(list, value_to_json(elem, b->at[i]));
	return list;
}

static json_t *
write_map(const struct type *t, const struct block *b)
{
	bool object = t->key->kind == TYPE_INT || t->key->kind == TYPE_BOOL || t->key->kind == TYPE_ENUM;
	json_t *map = object ? json_object() : json_array();
	struct heap *keys = heap_new(NULL);
	size_t n = t->total ? b->n : b->n / 2;
	for (size_t i = 0; i < n; i++) {
		word key = t->total ? type_nth(keys, t->key, i) : b->at[2 * i];
		json_t *value = value_to_json(t->elem, t->total ? b->at[i] : b->at[2 * i + 1]);
		if (object) {
			struct text name = {0};
			value_print(&name, t->key, key);
			json_object_set_new(map, name.s, value);
			text_free(&name);
		} else {
			json_t *pair = json_array();
			json_array_append_new(pair, value_to_json(t->key, key));
			json_array_append_new(pair, value);
			json_array_append_new(map, pair);
		}
	}
	heap_free(keys);
	return map;
}

json_t *
value_to_json(const struct type *t, word w)
{
	json_t *j;
	switch (t->kind) {
	case TYPE_BOOL:
		return json_boolean(w);
	case TYPE_INT:
		return json_integer(w);
	case TYPE_CHAR:
		return write_bytes(&w, 1);
	case TYPE_ENUM:
		return json_string(t->names[w]);
	case TYPE_OPTION:
		return block_of(w)->n ? value_to_json(t->elem, block_of(w)->at[0]) : json_null();
	case TYPE_SEQ:
		if (type_is_text(t))
			return write_bytes(block_of(w)->at, block_of(w)->n);
		return write_list(t->elem, block_of(w));
	case TYPE_SET:
	case TYPE_BAG:
		return write_list(t->elem, block_of(w));
	case TYPE_MAP:
		return write_map(t, block_of(w));
	case TYPE_RECORD:
		j = json_object();
		for (size_t i = 0; i < t->n; i++)
			json_object_set_new(j, t->fields[i].name, value_to_json(t->fields[i].type, block_of(w)->at[i]));
		return j;
	case TYPE_NOTHING:
	case TYPE_BRACES:
		break;
	}
	return json_null();
}
