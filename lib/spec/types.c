#include "spec/load.h"

#include <string.h>

bool
type_is_basic(const char *name)
{
	static const char *const basic[] = {"bool", "int", "nat", "char", "string", "bytes", "seq", "set", "bag", "option", "map", "enum", "record"};
	for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
		if (strcmp(basic[i], name) == 0)
			return true;
	return false;
}

bool
add_enum_names(struct loader *l, const struct node *n, const struct type *t)
{
	bool ok = true;
	for (size_t i = 0; t->kind == TYPE_ENUM && i < t->n; i++)
		ok = add_constant(l, t->names[i], n->kind == NODE_LIST ? n->items[i]->span : n->span, t, (word)i) && ok;
	for (size_t i = 0; t->kind == TYPE_RECORD && i < t->n; i++)
		if (!t->fields[i].type->name)
			ok = add_enum_names(l, n->kind == NODE_MAP ? n->entries[i].value : n, t->fields[i].type) && ok;
	if (t->elem && !t->elem->name)
		ok = add_enum_names(l, n, t->elem) && ok;
	if (t->key && !t->key->name)
		ok = add_enum_names(l, n, t->key) && ok;
	return ok;
}

static size_t
count_parts(const struct type *t, size_t limit)
{
	size_t n = 1;
	for (size_t i = 0; t->kind == TYPE_RECORD && i < t->n && n < limit; i++)
		n += count_parts(t->fields[i].type, limit - n);
	if (t->elem && n < limit)
		n += count_parts(t->elem, limit - n);
	if (t->key && n < limit)
		n += count_parts(t->key, limit - n);
	return n;
}

/* What walks through a value does so part by part, and records can double with each name. */
bool
small_enough(struct loader *l, const struct node *n, const struct type *t)
{
	return count_parts(t, MOST_TYPE_PARTS) < MOST_TYPE_PARTS ? true : node_error(l, n, "this type has too many parts, %d or more", MOST_TYPE_PARTS);
}

static const struct type *
enum_from_list(struct loader *l, const struct node *n)
{
	const char **names = arena_array(l->arena, const char *, n->n + 1);
	if (n->n > YAML_MOST_KEYS) {
		node_error(l, n, "this enum has too many names");
		return NULL;
	}
	for (size_t i = 0; i < n->n; i++) {
		const struct node *item = n->items[i];
		if (!text_node(l, item, "a name"))
			return NULL;
		if (!text_is_name(item->text) || name_is_reserved(item->text)) {
			node_error(l, item, "'%s' cannot be a name", item->text);
			return NULL;
		}
		names[i] = item->text;
		for (size_t k = 0; k < i; k++) {
			if (strcmp(names[k], names[i]) == 0) {
				node_error(l, item, "'%s' stands here twice", names[i]);
				return NULL;
			}
		}
	}
	if (n->n == 0) {
		node_error(l, n, "an enum needs at least one name");
		return NULL;
	}
	return type_enum(l->arena, names, n->n);
}

/* {a, b} is a map for YAML, of names without values. */
static bool
has_names_only(const struct node *n)
{
	for (size_t i = 0; i < n->n; i++)
		if (n->entries[i].value->kind != NODE_SCALAR || n->entries[i].value->length)
			return false;
	return n->flow && n->n;
}

/* The names of enums in it are not added: that is done for the whole type. */
static const struct type *
record_from_map(struct loader *l, const struct node *n)
{
	struct field *fields = arena_array(l->arena, struct field, n->n + 1);
	if (has_names_only(n)) {
		node_error(l, n, "the names of an enum stand in brackets");
		diag_hint(l->diags, "write: [a, b]");
		add_meant(l, &l->spec->scope, n);
		return NULL;
	}
	if (!named_entries(l, n, "fields"))
		return NULL;
	if (n->n == 0) {
		node_error(l, n, "a record needs at least one field");
		return NULL;
	}
	for (size_t i = 0; i < n->n; i++) {
		fields[i] = (struct field){n->entries[i].key->text, read_type(l, n->entries[i].value)};
		if (!fields[i].type)
			return NULL;
	}
	return type_record(l->arena, fields, n->n);
}

const struct type *
read_type(struct loader *l, const struct node *n)
{
	const struct type *t = NULL;
	if (n->kind == NODE_LIST) {
		t = enum_from_list(l, n);
	} else if (n->kind == NODE_MAP) {
		t = record_from_map(l, n);
	} else if (text_node(l, n, "a type")) {
		struct snippet in = node_snippet(n, l->src);
		struct texpr *parsed = parse_type(l->arena, l->diags, &in);
		struct check c = top_check(l, "a type");
		t = parsed ? check_type(&c, parsed) : NULL;
	}
	return t && small_enough(l, n, t) ? t : NULL;
}

const struct type *
load_type(struct loader *l, const struct node *n)
{
	const struct type *t = read_type(l, n);
	return t && (t->name || add_enum_names(l, n, t)) ? t : NULL;
}

enum { MOST_PARAMS = 64 };

/* Without types, so that uses are not complained about. */
static bool
meant_params(struct loader *l, const struct node *n, struct params *params)
{
	const char *names[MOST_PARAMS];
	size_t found = meant_names(l, n, names, MOST_PARAMS);
	*params = (struct params){found, arena_array(l->arena, struct field, found + 1), arena_array(l->arena, struct span, found + 1)};
	for (size_t i = 0; i < found; i++) {
		params->at[i] = (struct field){names[i], NULL};
		params->spans[i] = n->span;
	}
	return false;
}

bool
load_params(struct loader *l, const struct node *n, struct params *params)
{
	if (!n)
		return true;
	if (!named_entries(l, n, "parameters"))
		return meant_params(l, n, params);
	if (n->n > MOST_PARAMS)
		return node_error(l, n, "there are more than %d parameters", MOST_PARAMS);
	*params = (struct params){n->n, arena_array(l->arena, struct field, n->n + 1), arena_array(l->arena, struct span, n->n + 1)};
	bool ok = true;
	for (size_t i = 0; i < n->n; i++) {
		params->at[i] = (struct field){n->entries[i].key->text, load_type(l, n->entries[i].value)};
		params->spans[i] = n->entries[i].key->span;
		ok = ok && params->at[i].type;
	}
	return ok;
}
