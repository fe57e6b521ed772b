#include "spec/load.h"

#include <ctype.h>
#include <string.h>

/* --- constants and types, in the order in which they need each other --- */

enum progress { ITEM_NEW, ITEM_OPEN, ITEM_DONE };

struct item {
	const struct node *key, *value;
	bool is_type;
	enum progress progress;
	struct snippet defined; /* the text of a --define, or without a source */
};

struct items {
	struct loader *loader;
	size_t n;
	struct item *at;
	bool ok;
};

static void define_item(struct items *, struct item *, struct span used);

static bool
word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The end of a string or character literal that starts at i. */
static size_t
skip_literal(const char *s, size_t n, size_t i)
{
	char quote = s[i++];
	while (i < n && s[i] != quote)
		i += s[i] == '\\' ? 2 : 1;
	return i + 1;
}

/* Defines what the text mentions. */
static void
define_mentioned(struct items *all, const struct snippet *text)
{
	const char *s = text->text;
	for (size_t i = 0; i < text->n;) {
		if (s[i] == '"' || s[i] == '\'') {
			i = skip_literal(s, text->n, i);
			continue;
		}
		size_t from = i;
		while (i < text->n && word_char(s[i]))
			i++;
		if (i == from) {
			i++;
			continue;
		}
		for (size_t k = 0; k < all->n; k++) {
			const struct node *key = all->at[k].key;
			if (key->length == i - from && memcmp(key->text, s + from, i - from) == 0)
				define_item(all, &all->at[k], snippet_span(text, from, i));
		}
	}
}

static void
define_needed(struct items *all, const struct node *n)
{
	struct snippet text = node_snippet(n, all->loader->src);
	if (n->kind == NODE_SCALAR)
		define_mentioned(all, &text);
	for (size_t i = 0; i < n->n; i++)
		define_needed(all, n->kind == NODE_LIST ? n->items[i] : n->entries[i].value);
}

/* --define takes the place of a value, and must be of its kind. */
static bool
redefine(struct loader *l, const struct item *item, struct expr **e, word *value)
{
	struct check c = top_check(l, "--define");
	const struct type *before = (*e)->type;
	*e = parse_expr(l->arena, l->diags, &item->defined);
	if (!*e || !constant_value(&c, *e, NULL, value))
		return false;
	if (type_meets((*e)->type, before))
		return true;
	diag_error(l->diags, (*e)->span, "this is %s, but '%s' is %s", type_text(l->arena, (*e)->type), item->key->text, type_text(l->arena, before));
	return false;
}

static bool
define_constant(struct items *all, const struct item *item)
{
	struct loader *l = all->loader;
	struct check c = top_check(l, "a constant");
	struct expr *e = node_expr(l, item->value);
	word value;
	if (!e || !constant_value(&c, e, NULL, &value))
		return false;
	if (item->defined.src && !redefine(l, item, &e, &value))
		return false;
	if (!add_constant(l, item->key->text, item->key->span, e->type, value))
		return false;
	l->spec->constants[l->spec->nconstants++] = scope_find(&l->spec->scope, item->key->text);
	return true;
}

static bool
define_type(struct items *all, const struct item *item)
{
	struct loader *l = all->loader;
	const struct type *t = read_type(l, item->value);
	if (type_is_basic(item->key->text))
		return node_error(l, item->key, "'%s' is a type of the language; give yours another name", item->key->text);
	if (!t)
		return false;
	struct symbol *s = arena_new(l->arena, struct symbol);
	*s = (struct symbol){.kind = SYMBOL_TYPE, .name = item->key->text, .span = item->key->span, .type = type_named(l->arena, item->key->text, t)};
	bool fresh = !t->name;
	return scope_add(l->arena, l->diags, &l->spec->scope, s) && (!fresh || add_enum_names(l, item->value, s->type));
}

static void
define_item(struct items *all, struct item *item, struct span used)
{
	if (item->progress == ITEM_DONE)
		return;
	if (item->progress == ITEM_OPEN) {
		diag_error(all->loader->diags, used, "'%s' is defined by itself, directly or through others", item->key->text);
		all->ok = false;
		return;
	}
	item->progress = ITEM_OPEN;
	if (item->defined.src)
		define_mentioned(all, &item->defined);
	define_needed(all, item->value);
	bool ok = all->ok && (item->is_type ? define_type(all, item) : define_constant(all, item));
	if (!ok && !scope_find(&all->loader->spec->scope, item->key->text))
		add_broken(all->loader, &all->loader->spec->scope, item->key->text, item->key->span);
	all->ok = all->ok && ok;
	item->progress = ITEM_DONE;
}

struct snippet
define_text(struct loader *l, const char *name)
{
	for (size_t i = 0; i < l->options->ndefines; i++) {
		const struct define *d = &l->options->defines[i];
		if (strcmp(d->name, name) != 0)
			continue;
		const char *title = arena_printf(l->arena, "--define %s", name);
		struct source *src = source_text(l->arena, title, d->value, strlen(d->value));
		return (struct snippet){src, d->value, src->length, NULL, 0};
	}
	return (struct snippet){0};
}

static void
add_items(struct loader *l, struct items *all, const struct node *n, bool is_type)
{
	for (size_t i = 0; n && n->kind == NODE_MAP && i < n->n; i++) {
		const struct node *key = n->entries[i].key;
		struct snippet defined = is_type ? (struct snippet){0} : define_text(l, key->text);
		all->at[all->n++] = (struct item){key, n->entries[i].value, is_type, ITEM_NEW, defined};
	}
}

static bool
is_enum(const struct item *item)
{
	const struct node *n = item->value;
	return item->is_type && (n->kind == NODE_LIST || (n->kind == NODE_SCALAR && n->length > 4 && memcmp(n->text, "enum", 4) == 0));
}

enum { MOST_ITEMS = 2000 };

bool
load_constants_and_types(struct loader *l, const struct node *root)
{
	const struct node *constants = node_get(root, "constants"), *types = node_get(root, "types");
	struct items all = {.loader = l, .ok = true};
	bool names = named_entries(l, constants, "constants");
	if (!(named_entries(l, types, "types") && names)) {
		add_meant(l, &l->spec->scope, constants);
		add_meant(l, &l->spec->scope, types);
		return false;
	}
	size_t n = (constants ? constants->n : 0) + (types ? types->n : 0);
	if (n > MOST_ITEMS)
		return node_error(l, root, "there are more than %d constants and types", MOST_ITEMS);
	all.at = arena_array(l->arena, struct item, n);
	l->spec->constants = arena_array(l->arena, const struct symbol *, n);
	add_items(l, &all, types, true);
	add_items(l, &all, constants, false);
	bool ok = true;
	for (int enums = 1; enums >= 0; enums--) {
		for (size_t i = 0; i < all.n; i++) {
			all.ok = true; /* each item gets its own chance */
			if (is_enum(&all.at[i]) == (enums == 1) && all.at[i].progress == ITEM_NEW)
				define_item(&all, &all.at[i], all.at[i].key->span);
			ok = ok && all.ok;
		}
	}
	return ok;
}

/* --- variables --- */

static bool
initial(struct loader *l, struct check *c, struct variable *v, struct expr *e)
{
	word ignored;
	if (!e) {
		if (value_initial(l->spec->heap, v->type, &ignored))
			return true;
		diag_error(l->diags, v->span, "'%s' needs an initial value", v->name);
		diag_hint(l->diags, "write: %s: TYPE = VALUE", v->name);
		return false;
	}
	c->locals = 0;
	c->innermost = NULL;
	edit_expr(l, &(struct edited){arena_printf(l->arena, "the initial value of %s", v->name), v->type->kind == TYPE_BOOL, false, c->scope}, &e);
	if (!check_init(c, e, v->type))
		return false;
	v->expr = e;
	v->init = compile_init(l->arena, l->spec->heap, e, v->type, c->locals);
	return true;
}

static bool
load_variable(struct loader *l, const struct entry *entry, struct check *c, struct variable *v)
{
	struct expr *init = NULL;
	*v = (struct variable){.name = entry->key->text, .span = entry->key->span};
	const struct node *n = entry->value;
	if (n->kind != NODE_SCALAR) {
		v->type = load_type(l, n);
	} else if (text_node(l, n, "a type")) {
		struct snippet in = node_snippet(n, l->src);
		struct texpr *t = parse_declaration(l->arena, l->diags, &in, &init);
		struct check constants = top_check(l, "a type");
		v->type = t ? check_type(&constants, t) : NULL;
		if (v->type && !(small_enough(l, n, v->type) && (v->type->name || add_enum_names(l, n, v->type))))
			return false;
	}
	return v->type && initial(l, c, v, init);
}

bool
load_variables(struct loader *l, const struct node *n, struct scope *scope, enum seg seg, struct check *c, struct variables *out)
{
	if (!n)
		return true;
	if (!named_entries(l, n, "variables")) {
		add_meant(l, scope, n);
		return false;
	}
	struct variable *at = arena_array(l->arena, struct variable, out->n + n->n + 1);
	if (out->n)
		memcpy(at, out->at, out->n * sizeof *at);
	out->at = at;
	bool ok = true;
	for (size_t i = 0; i < n->n; i++) {
		struct variable *v = &out->at[out->n];
		if (load_variable(l, &n->entries[i], c, v)) {
			add_variable(l, scope, v->name, v->span, v->type, seg, (int)out->n++);
			continue;
		}
		ok = false;
		add_broken(l, scope, v->name, v->span);
	}
	return ok;
}

/* --- functions --- */

static bool
declare_function(struct loader *l, const struct entry *entry, struct function *f)
{
	*f = (struct function){.name = entry->key->text, .span = entry->key->span, .progress = FUNCTION_BAD};
	struct symbol *s = arena_new(l->arena, struct symbol);
	*s = (struct symbol){.kind = SYMBOL_FUNCTION, .name = f->name, .span = f->span, .function = f};
	scope_add(l->arena, l->diags, &l->spec->scope, s);
	const struct node *value = node_get(entry->value, "value");
	if (!check_keys(l, entry->value, &section_function) || !value)
		return false;
	const struct node *returns = node_get(entry->value, "returns");
	f->type = returns ? load_type(l, returns) : NULL;
	struct params params = {0};
	bool ok = load_params(l, node_get(entry->value, "params"), &params) && (!returns || f->type);
	f->params = params.at;
	f->n = params.n;
	f->body = node_expr(l, value);
	edit_expr(l, &(struct edited){arena_printf(l->arena, "function %s", f->name), f->type && f->type->kind == TYPE_BOOL, false, &l->spec->scope}, &f->body);
	if (ok && f->body)
		f->progress = FUNCTION_NEW;
	return ok && f->body;
}

static bool
is_function_of_language(const char *name)
{
	for (enum op op = 1; op < OP_COUNT_OF_OPS; op++)
		if ((op_table[op].class == CLASS_FUNCTION || op_table[op].class == CLASS_HISTORY) && strcmp(op_table[op].spelling, name) == 0)
			return true;
	return false;
}

bool
load_functions(struct loader *l, const struct node *n)
{
	if (!n)
		return true;
	if (!named_entries(l, n, "functions"))
		return false;
	struct function *all = arena_array(l->arena, struct function, n->n + 1);
	bool ok = true;
	for (size_t i = 0; i < n->n; i++) {
		const char *name = n->entries[i].key->text;
		if (is_function_of_language(name))
			ok = node_error(l, n->entries[i].key, "'%s' is a function of the language; give yours another name", name);
		ok = declare_function(l, &n->entries[i], &all[i]) && ok;
	}
	struct check c = top_check(l, "a function");
	for (size_t i = 0; i < n->n; i++)
		ok = check_function(&c, &all[i]) && ok;
	return ok;
}
