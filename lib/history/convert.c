#include "history/convert.h"

#include <string.h>

/* JSON holds bytes: those above 127 as characters. */
static json_t *
json_bytes(const char *s, size_t n, char from, char to)
{
	struct text t = {0};
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)(s[i] == from ? to : s[i]);
		if (c >= 0x80)
			text_char(&t, (char)(0xc0 | c >> 6));
		text_char(&t, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
	}
	json_t *j = json_stringn(t.n ? t.s : "", t.n);
	text_free(&t);
	return j;
}

/* Names of the model have no dashes. */
static json_t *
json_name(const struct edn *e)
{
	return json_bytes(e->text, e->n, '-', '_');
}

static json_t *
json_list(const struct edn *e, const struct type *elem)
{
	json_t *list = json_array();
	for (size_t i = 0; i < e->n; i++)
		json_array_append_new(list, edn_json(&e->at[i], elem));
	return list;
}

static json_t *
json_pair(const struct edn *key, const struct edn *value, const struct type *t)
{
	return json_pack("[o, o]", edn_json(key, t->key), edn_json(value, t->elem));
}

/* Pairs, in lists of two or in a map. */
static json_t *
json_pairs(const struct edn *e, const struct type *t)
{
	json_t *list = json_array();
	for (size_t i = 0; e->kind == EDN_MAP && i < e->n; i += 2)
		json_array_append_new(list, json_pair(&e->at[i], &e->at[i + 1], t));
	for (size_t i = 0; e->kind == EDN_LIST && i < e->n; i++) {
		const struct edn *pair = &e->at[i];
		json_array_append_new(list, pair->kind == EDN_LIST && pair->n == 2 ? json_pair(&pair->at[0], &pair->at[1], t) : json_null());
	}
	return list;
}

/* A record may be a map, or a list with its fields in order. */
static json_t *
json_record(const struct edn *e, const struct type *t)
{
	json_t *o = json_object();
	for (size_t i = 0; e->kind == EDN_LIST && i < e->n; i++)
		json_object_set_new(o, i < t->n ? t->fields[i].name : "", edn_json(&e->at[i], i < t->n ? t->fields[i].type : &type_nothing));
	for (size_t i = 0; e->kind == EDN_MAP && i < e->n; i += 2) {
		json_t *name = e->at[i].text ? json_name(&e->at[i]) : json_string("");
		int field = name ? type_field(t, json_string_value(name)) : -1;
		json_object_set_new(o, field >= 0 ? t->fields[field].name : "", edn_json(&e->at[i + 1], field >= 0 ? t->fields[field].type : &type_nothing));
		json_decref(name);
	}
	return o;
}

static json_t *
json_collection(const struct edn *e, const struct type *t)
{
	if (t->kind == TYPE_RECORD)
		return json_record(e, t);
	if (t->kind == TYPE_MAP || e->kind == EDN_MAP)
		return t->kind == TYPE_MAP ? json_pairs(e, t) : json_object();
	return json_list(e, t->elem ? t->elem : &type_nothing);
}

json_t *
edn_json(const struct edn *e, const struct type *t)
{
	if (t->kind == TYPE_OPTION && e->kind != EDN_NIL && e->kind != EDN_ABSENT)
		return edn_json(e, t->elem);
	switch (e->kind) {
	case EDN_ABSENT:
	case EDN_NIL:
		break;
	case EDN_BOOL:
		return json_boolean(e->number);
	case EDN_INT:
		return json_integer(e->number);
	case EDN_OTHER:
		return json_real(0.5);
	case EDN_KEYWORD:
	case EDN_SYMBOL:
		return t->kind == TYPE_ENUM ? json_name(e) : json_bytes(e->text, e->n, 0, 0);
	case EDN_STRING:
	case EDN_CHAR:
		return json_bytes(e->text, e->n, 0, 0);
	case EDN_LIST:
	case EDN_SET:
	case EDN_MAP:
		return json_collection(e, t);
	}
	return json_null();
}
