#include "spec/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- nodes --- */

bool
node_error(struct loader *l, const struct node *n, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *message = arena_vprintf(l->arena, fmt, ap);
	va_end(ap);
	return diag_error(l->diags, n->span, "%s", message);
}

static const char *
nearest_key(struct loader *l, const struct section *s, const char *name)
{
	const char **names = arena_array(l->arena, const char *, s->n);
	for (size_t i = 0; i < s->n; i++)
		names[i] = s->keys[i].name;
	return text_nearest(name, names, s->n);
}

bool
is_section_key(const struct section *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->keys[i].name, name) == 0)
			return true;
	return false;
}

static void
list_keys(struct loader *l, const struct section *s)
{
	struct text t = {0};
	for (size_t i = 0; i < s->n; i++)
		text_printf(&t, "%s%s", i ? ", " : "", s->keys[i].name);
	diag_hint(l->diags, "the keys of %s are %s", s->title, t.s);
	text_free(&t);
}

bool
check_keys(struct loader *l, const struct node *map, const struct section *s)
{
	if (map->kind != NODE_MAP)
		return node_error(l, map, "%s is a map of keys and values", s->title);
	bool ok = true;
	for (size_t i = 0; i < map->n; i++) {
		const struct node *key = map->entries[i].key;
		if (is_section_key(s, key->text) || s->open != SHAPE_NAME)
			continue;
		const char *near = nearest_key(l, s, key->text);
		ok = node_error(l, key, "%s has no key '%s'", s->title, key->text);
		if (near)
			diag_hint(l->diags, "did you mean '%s'?", near);
		else
			list_keys(l, s);
	}
	for (size_t i = 0; i < s->n; i++)
		if (s->keys[i].required && !node_get(map, s->keys[i].name))
			ok = node_error(l, map, "%s needs the key '%s'", s->title, s->keys[i].name);
	return ok;
}

bool
named_entries(struct loader *l, const struct node *n, const char *what)
{
	if (!n)
		return true;
	if (n->kind != NODE_MAP)
		return node_error(l, n, "%s stand here as a map: name, colon, value", what);
	bool ok = true;
	for (size_t i = 0; i < n->n; i++) {
		const struct node *key = n->entries[i].key;
		if (!text_is_name(key->text))
			ok = node_error(l, key, "'%s' is not a name: letters, digits and _", key->text);
		else if (name_is_reserved(key->text))
			ok = node_error(l, key, "'%s' is a word of the language and cannot be a name", key->text);
	}
	return ok;
}

static size_t
words_of(struct loader *l, const char *text, const char **names, size_t n, size_t most)
{
	while (*text && n < most) {
		size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
		const char *name = arena_strndup(l->arena, text, length);
		bool known = !text_is_name(name) || name_is_reserved(name) || scope_find(&l->spec->scope, name);
		for (size_t i = 0; i < n && !known; i++)
			known = strcmp(names[i], name) == 0;
		if (!known)
			names[n++] = name;
		text += length ? length : 1;
	}
	return n;
}

size_t
meant_names(struct loader *l, const struct node *n, const char **names, size_t most)
{
	size_t found = n->kind == NODE_SCALAR ? words_of(l, n->text, names, 0, most) : 0;
	for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++)
		found = words_of(l, n->entries[i].key->text, names, found, most);
	for (size_t i = 0; n->kind == NODE_LIST && i < n->n; i++)
		if (n->items[i]->kind == NODE_SCALAR)
			found = words_of(l, n->items[i]->text, names, found, most);
		else if (n->items[i]->kind == NODE_MAP && n->items[i]->n)
			found = words_of(l, n->items[i]->entries[0].key->text, names, found, most);
	return found;
}

void
add_meant(struct loader *l, struct scope *scope, const struct node *n)
{
	const char *names[MOST_MEANT];
	size_t found = n ? meant_names(l, n, names, MOST_MEANT) : 0;
	for (size_t i = 0; i < found; i++)
		if (!scope_find(scope, names[i]))
			add_broken(l, scope, names[i], n->span);
}

/* What a list or map in the place of a text was probably meant to be. */
static void
hint_quotes(struct loader *l, const struct node *n)
{
	uint32_t length = n->span.to - n->span.from;
	const char *text = n->span.src->text + n->span.from, *quote = memchr(text, '"', length) ? "'" : "\"";
	if (n->flow && length > 0 && length < 60 && !memchr(text, '\n', length) && !memchr(text, *quote, length))
		diag_hint(l->diags, "YAML reads this as a %s; put it in quotes: %s%.*s%s", n->kind == NODE_MAP ? "map" : "list", quote, (int)length, text, quote);
	else
		diag_hint(l->diags, "YAML reads this as a %s; put the text in quotes, or into a | block", n->kind == NODE_MAP ? "map" : "list");
}

bool
name_node(struct loader *l, const struct node *n, const char *what)
{
	if (n->kind != NODE_SCALAR) {
		node_error(l, n, "%s is expected here", what);
		hint_quotes(l, n);
		return false;
	}
	if (n->tag) {
		node_error(l, n, "YAML has taken the first word for a tag: '%s'", n->tag);
		diag_hint(l->diags, "negation is written 'not x'; a text that starts with ! needs quotes");
		return false;
	}
	if (n->length == 0) {
		node_error(l, n, n->cut ? "%s is missing here: there is only a comment" : "%s is missing here", what);
		if (n->cut)
			diag_hint(l->diags, "YAML takes # for a comment; the length of x is len(x)");
		return false;
	}
	if (n->split) {
		node_error(l, n, "YAML has cut this off at the comma");
		diag_hint(l->diags, "between { and } a text with a comma in it needs quotes");
		return false;
	}
	return true;
}

bool
text_node(struct loader *l, const struct node *n, const char *what)
{
	if (!name_node(l, n, what))
		return false;
	if (n->cut) {
		node_error(l, n, "YAML has cut this off at the #");
		diag_hint(l->diags, "put the text in quotes; the length of x is len(x); a comment has a blank behind its #");
	}
	return !n->cut;
}

struct expr *
node_expr(struct loader *l, const struct node *n)
{
	if (!text_node(l, n, "an expression"))
		return NULL;
	struct snippet in = node_snippet(n, l->src);
	return parse_expr(l->arena, l->diags, &in);
}

bool
node_number(struct loader *l, const struct node *n, int64_t low, int64_t high, int64_t *number)
{
	struct check c = top_check(l, "this number");
	struct expr *e = node_expr(l, n);
	word w;
	if (!e || !constant_value(&c, e, &type_int, &w))
		return false;
	if (w < low || w > high)
		return node_error(l, n, "this number must be in %lld..%lld", (long long)low, (long long)high);
	*number = w;
	return true;
}

bool
node_bool(struct loader *l, const struct node *n, bool *value)
{
	if (!text_node(l, n, "true or false"))
		return false;
	*value = strcmp(n->text, "true") == 0;
	return *value || strcmp(n->text, "false") == 0 ? true : node_error(l, n, "true or false is expected here");
}

struct check
top_check(struct loader *l, const char *clause)
{
	return (struct check){
		.arena = l->arena, .diags = l->diags, .heap = l->spec->heap, .scope = &l->spec->scope, .clause = clause, .readable = SEG_BIT(SEG_LOCAL),
		.fuel = &l->fuel,
	};
}

static void
add(struct loader *l, struct scope *scope, struct symbol symbol)
{
	struct symbol *s = arena_new(l->arena, struct symbol);
	*s = symbol;
	scope_add(l->arena, l->diags, scope, s);
}

void
add_variable(struct loader *l, struct scope *scope, const char *name, struct span span, const struct type *t, enum seg seg, int index)
{
	add(l, scope, (struct symbol){.kind = SYMBOL_VARIABLE, .name = name, .span = span, .type = t, .seg = seg, .index = index});
}

void
add_broken(struct loader *l, struct scope *scope, const char *name, struct span span)
{
	add(l, scope, (struct symbol){.kind = SYMBOL_BROKEN, .name = name, .span = span});
}

bool
add_constant(struct loader *l, const char *name, struct span span, const struct type *t, word value)
{
	struct symbol *s = arena_new(l->arena, struct symbol);
	*s = (struct symbol){.kind = SYMBOL_CONSTANT, .name = name, .span = span, .type = t, .value = value};
	return scope_add(l->arena, l->diags, &l->spec->scope, s);
}

/* --- the testing section --- */

static bool
load_range(struct loader *l, const struct node *n, struct bounds *b)
{
	struct check c = top_check(l, "this range");
	if (!text_node(l, n, "a range"))
		return false;
	struct snippet in = node_snippet(n, l->src);
	if (!memmem(n->text, n->length, "..", 2)) {
		bool ok = node_number(l, n, 1, 1000000, &b->low);
		b->high = b->low;
		return ok;
	}
	struct texpr *t = parse_type(l->arena, l->diags, &in);
	const struct type *range = t ? check_type(&c, t) : NULL;
	if (!range)
		return false;
	*b = (struct bounds){range->min, range->max};
	return range->min >= 1 && range->max <= 1000000 ? true : node_error(l, n, "this range must lie in 1..1000000");
}

static bool
load_duration(struct loader *l, const struct node *n, int64_t *nanoseconds)
{
	static const struct {
		const char *unit;
		int64_t factor;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	if (!text_node(l, n, "a duration"))
		return false;
	char *end;
	errno = 0;
	long long number = strtoll(n->text, &end, 10);
	while (*end == ' ')
		end++;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (strcmp(end, units[i].unit) != 0 || end == n->text || errno || number < 1 || number > INT64_MAX / units[i].factor)
			continue;
		*nanoseconds = number * units[i].factor;
		return true;
	}
	node_error(l, n, "this is not a duration");
	diag_hint(l->diags, "write a positive number and ns, us, ms or s: 20ms");
	return false;
}

bool
names_of_bits(struct loader *l, const struct node *n, const struct bit *of, const char *what, unsigned *set)
{
	bool ok = true;
	if (n->kind != NODE_LIST || n->n == 0) {
		node_error(l, n, "a list of %s is expected here, such as [%s]", what, of->name);
		diag_hint(l->diags, "%s", bits_hint(l->arena, of, NULL));
		return false;
	}
	for (size_t i = 0; i < n->n; i++) {
		if (!name_node(l, n->items[i], "a name"))
			return false;
		unsigned bit = bits_find(of, n->items[i]->text);
		*set |= bit;
		if (bit)
			continue;
		ok = node_error(l, n->items[i], "'%s' is none of the %s", n->items[i]->text, what);
		diag_hint(l->diags, "%s", bits_hint(l->arena, of, n->items[i]->text));
	}
	return ok;
}

static bool
load_burst(struct loader *l, const struct node *n, struct bounds *b)
{
	if (!load_range(l, n, b))
		return false;
	return b->high <= TESTING_LONGEST_BURST || node_error(l, n, "a client makes no more than %d calls in a row", TESTING_LONGEST_BURST);
}

const char *const spec_orders[2] = {"time", "rest"};

static bool
load_order(struct loader *l, const struct node *n, bool *timeless)
{
	for (size_t i = 0; n && n->kind == NODE_SCALAR && i < 2; i++) {
		*timeless = i == 1;
		if (strcmp(n->text, spec_orders[i]) == 0)
			return true;
	}
	return !n || node_error(l, n, "'order' must be time or rest");
}

static bool
load_testing(struct loader *l, const struct node *n)
{
	struct testing *t = &l->spec->testing;
	*t = (struct testing){.phases = {1, 40}, .any_phases = true, .any_concurrency = true, .concurrency = {1, 4}, .any_burst = true, .burst = {1, 4}, .wait = 20000000, .horizon = 1000000000, .compute = 10000000000};
	if (!n)
		return true;
	bool ok = check_keys(l, n, &section_testing);
	ok = load_order(l, node_get(n, "order"), &t->timeless) && ok;
	const struct node *tests = node_get(n, "tests"), *phases = node_get(n, "phases"), *concurrency = node_get(n, "concurrency"), *burst = node_get(n, "burst");
	const struct node *wait = node_get(n, "wait"), *horizon = node_get(n, "horizon"), *no_rare = node_get(n, "no_rare"), *compute = node_get(n, "compute");
	ok = (!no_rare || names_of_bits(l, no_rare, rare_kinds, "kinds of what is rare", &t->no_rare)) && ok;
	ok = (!tests || node_number(l, tests, 1, 1000000000, &t->tests)) && ok;
	t->any_phases = !phases;
	t->any_concurrency = !concurrency;
	t->any_burst = !burst;
	ok = (!burst || load_burst(l, burst, &t->burst)) && ok;
	ok = (!phases || load_range(l, phases, &t->phases)) && ok;
	ok = (!concurrency || load_range(l, concurrency, &t->concurrency)) && ok;
	ok = (!wait || load_duration(l, wait, &t->wait)) && ok;
	ok = (!compute || load_duration(l, compute, &t->compute)) && ok;
	return (!horizon || load_duration(l, horizon, &t->horizon)) && ok;
}

/* --- the whole --- */

static bool
load_invariants(struct loader *l, const struct node *n)
{
	struct spec *s = l->spec;
	bool list = n && n->kind == NODE_LIST, ok = true;
	size_t count = !n ? 0 : list ? n->n : 1;
	s->invariants = arena_array(l->arena, struct clause, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct check c = top_check(l, count > 1 ? arena_printf(l->arena, "invariant %zu", i + 1) : "the invariant");
		c.readable |= SEG_BIT(SEG_STATE) | SEG_BIT(SEG_PARAM);
		bool loaded = load_condition(l, &c, list ? n->items[i] : n, &s->invariants[s->ninvariants]);
		s->ninvariants += loaded;
		ok = ok && loaded;
		if (!loaded && list && hint_comma(l, n))
			break;
	}
	return ok;
}

static bool
load_display(struct loader *l, const struct node *n)
{
	bool ok = true;
	if (!n || !named_entries(l, n, "templates"))
		return !n;
	for (size_t i = 0; i < n->n; i++) {
		const struct node *key = n->entries[i].key;
		struct check c = top_check(l, "a template");
		c.readable |= SEG_BIT(SEG_PARAM);
		if (strcmp(key->text, "state") == 0) {
			c.readable |= SEG_BIT(SEG_STATE);
			ok = load_template(l, &c, n->entries[i].value, &l->spec->display) && ok;
			continue;
		}
		const struct operation *op = spec_operation(l->spec, key->text);
		if (!op) {
			ok = unknown_operation(l, key->span, key->text, NULL);
			continue;
		}
		c.scope = operation_scope(l, &l->spec->scope, op, NULL, 0);
		c.readable |= SEG_BIT(SEG_ARG);
		ok = load_template(l, &c, n->entries[i].value, &l->spec->ops[op->index].display) && ok;
	}
	return ok;
}

static bool
load_names(struct loader *l, const struct node *root)
{
	struct spec *s = l->spec;
	const struct node *resource = node_get(root, "resource");
	bool ok = !resource || name_node(l, resource, "a name");
	s->resource = ok && resource ? resource->text : "?";
	return load_constants_and_types(l, root) && ok;
}

/* --define gives a parameter a value, as if it were declared with one. */
static bool
fix_parameter(struct loader *l, struct variable *v)
{
	struct check c = top_check(l, arena_printf(l->arena, "--define %s", v->name));
	struct snippet in = define_text(l, v->name);
	if (!in.src)
		return true;
	struct expr *e = parse_expr(l->arena, l->diags, &in);
	word value;
	if (!e || !constant_value(&c, e, v->type, &value))
		return false;
	struct expr *literal = arena_new(l->arena, struct expr);
	*literal = (struct expr){.kind = EXPR_LITERAL, .span = e->span, .type = v->type, .value = value, .slot = -1};
	v->expr = literal;
	v->init = compile_expr(l->arena, l->spec->heap, literal, v->type, 0);
	return true;
}

static bool
load_parameters(struct loader *l, const struct node *n)
{
	struct check c = top_check(l, "a parameter");
	bool ok = load_variables(l, n, &l->spec->scope, SEG_PARAM, &c, &l->spec->params);
	for (size_t i = 0; i < l->spec->params.n; i++) {
		struct variable *v = &l->spec->params.at[i];
		if (v->init)
			ok = diag_error(l->diags, v->span, "a parameter is drawn for each test and has no value of its own");
		if (v->init)
			diag_hint(l->diags, "if '%s' always has this value, declare it under 'constants'", v->name);
		if (!v->type->flat || v->type->count == 0)
			ok = diag_error(l->diags, v->span, "a parameter is drawn for each test, so it must be a bool, an enum, a char or a range");
		ok = fix_parameter(l, v) && ok;
	}
	return ok;
}

static bool
load_states(struct loader *l, const struct node *root)
{
	struct check c = top_check(l, "the initial value");
	c.readable |= SEG_BIT(SEG_PARAM);
	bool ok = load_variables(l, node_get(root, "state"), &l->spec->scope, SEG_STATE, &c, &l->spec->state);
	return load_variables(l, node_get(root, "scheduling_state"), &l->spec->scope, SEG_SCHED, &c, &l->spec->sched) && ok;
}

static bool
load_root(struct loader *l, const struct node *root)
{
	if (node_get(root, "policy") && !node_get(root, "resource")) {
		node_error(l, node_get(root, "policy"), "this is a policy, not a specification");
		diag_hint(l->diags, "name it beside one: --policy %s", l->path);
		return false;
	}
	if (node_get(root, "replay") && !node_get(root, "resource")) {
		node_error(l, node_get(root, "replay"), "this is a replay file, not a specification");
		diag_hint(l->diags, "make the failure again: srtest replay %s", l->path);
		return false;
	}
	bool ok = check_keys(l, root, &section_spec);
	l->editor = l->options->editor;
	if (root->kind != NODE_MAP)
		return false;
	ok = load_names(l, root) && ok;
	ok = load_parameters(l, node_get(root, "parameters")) && ok;
	ok = load_states(l, root) && ok;
	bool operations = declare_operations(l, node_get(root, "operations"));
	ok = operations && ok;
	ok = load_functions(l, node_get(root, "functions")) && ok;
	l->editor = NULL;
	ok = load_invariants(l, node_get(root, "invariant")) && ok;
	l->editor = l->options->editor;
	ok = load_testing(l, node_get(root, "testing")) && ok;
	if (l->options->order)
		l->spec->testing.timeless = strcmp(l->options->order, spec_orders[1]) == 0;
	if (l->spec->nops == 0)
		return false;
	ok = load_operations(l, node_get(root, "operations")) && ok;
	ok = load_policy(l, node_get(root, "scheduling")) && ok;
	ok = (!ok || load_partition(l, node_get(root, "partition"))) && ok;
	l->editor = NULL;
	ok = load_clients(l, node_get(root, "clients")) && ok;
	ok = load_implementation(l, node_get(root, "implementation")) && ok;
	ok = load_grading(l, node_get(root, "grading")) && ok;
	ok = load_recorded(l, node_get(root, "recorded")) && ok;
	return load_display(l, node_get(root, "display")) && ok;
}

static bool
unknown_define(struct loader *l, const char *name)
{
	const struct spec *s = l->spec;
	const char **names = arena_array(l->arena, const char *, s->nconstants + s->params.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < s->nconstants; i++)
		names[n++] = s->constants[i]->name;
	for (size_t i = 0; i < s->params.n; i++)
		names[n++] = s->params.at[i].name;
	const char *near = text_nearest(name, names, n);
	struct source *src = source_text(l->arena, arena_printf(l->arena, "--define %s", name), "", 0);
	diag_error(l->diags, (struct span){src, 0, 0}, "the specification has no constant or parameter of this name");
	if (near)
		diag_hint(l->diags, "did you mean '%s'?", near);
	return false;
}

/* A --define that names nothing is a mistake of the command line that would otherwise go unnoticed. */
static bool
check_defines(struct loader *l)
{
	bool ok = true;
	for (size_t i = 0; i < l->options->ndefines; i++) {
		const char *name = l->options->defines[i].name;
		bool known = false;
		for (size_t k = 0; k < l->spec->nconstants; k++)
			known = known || strcmp(l->spec->constants[k]->name, name) == 0;
		for (size_t k = 0; k < l->spec->params.n; k++)
			known = known || strcmp(l->spec->params.at[k].name, name) == 0;
		const struct symbol *s = scope_find(&l->spec->scope, name);
		if (!known && !(s && s->kind == SYMBOL_BROKEN))
			ok = unknown_define(l, name);
	}
	return ok;
}

struct spec *
spec_parse(struct arena *a, struct diags *d, struct source *src, const char *path, const struct spec_options *options)
{
	static const struct spec_options none;
	struct spec *s = arena_new(a, struct spec);
	*s = (struct spec){.arena = a, .source = src, .heap = heap_new(NULL)};
	struct loader l = {.arena = a, .diags = d, .spec = s, .src = src, .path = path, .options = options ? options : &none, .fuel = MACHINE_FUEL};
	size_t before = d->errors;
	struct node *root = yaml_read(a, d, src, YAML_MOST_NODES);
	bool ok = root && load_root(&l, root);
	if (root && s->nops)
		ok = check_defines(&l) && ok;
	if (ok)
		s->said = said_but(root, "grading");
	if (ok && d->errors == before)
		return s;
	spec_free(s);
	return NULL;
}

struct spec *
spec_load(struct arena *a, struct diags *d, const char *path, const struct spec_options *options)
{
	struct source *src = source_read(a, d, path, YAML_LARGEST);
	return src ? spec_parse(a, d, src, path, options) : NULL;
}

void
spec_free(struct spec *s)
{
	if (s)
		heap_free(s->heap);
}

bool
spec_is_program(const struct spec *s)
{
	return s->nops == 1 && strcmp(s->ops[0].name, "main") == 0;
}

enum called
spec_called(const struct spec *s, const struct operation *op)
{
	const struct ending *e = &s->implementation.ending;
	bool at_all = false, steps = false;
	for (size_t i = 0; i < s->nclients; i++) {
		for (size_t k = 0; k < s->clients[i].n; k++) {
			const struct alternative *a = &s->clients[i].calls[k];
			if (a->operation == op && a->share)
				return CALLED;
			at_all = at_all || a->operation == op;
		}
	}
	for (size_t i = 0; i < e->n; i++)
		steps = steps || e->before[i] == op;
	return at_all && steps ? CALLED_IN_THE_END : CALLED_NEVER;
}

const struct operation *
spec_operation(const struct spec *s, const char *name)
{
	for (size_t i = 0; i < s->nops; i++)
		if (strcmp(s->ops[i].name, name) == 0)
			return &s->ops[i];
	return NULL;
}
