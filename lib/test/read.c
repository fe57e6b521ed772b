#include "test/reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define KEY(key, form, words) {.name = key, .shape = SHAPE_##form, .doc = words}
#define SECTION(id, words, ...) \
	static const struct key id##_keys[] = {__VA_ARGS__}; \
	static const struct section section_##id = {words, sizeof id##_keys / sizeof *id##_keys, id##_keys, SHAPE_NAME}

SECTION(replay, "a replay file",
	{.name = "replay", .shape = SHAPE_NUMBER, .required = true, .doc = "version of the format"},
	{.name = "spec", .shape = SHAPE_NAME, .required = true, .doc = "the specification"},
	KEY("spec_hash", NUMBER, "of its text"),
	KEY("implementation", NAME, "the shared object, or a list of sources"),
	{.name = "arguments", .shape = SHAPE_LIST, .item = SHAPE_TEXT, .doc = "as --arg has them"},
	KEY("implementation_hash", NUMBER, "of its code"),
	KEY("seed", NUMBER, "with which it was found"),
	KEY("round", NUMBER, "in which it was found"),
	KEY("fails", NAME, "the class of the failure"),
	KEY("define", MAP, "as --define has it"),
	KEY("policy", NAME, "as --policy has it"),
	KEY("order", NAME, "as --order has it"),
	{.name = "allow", .shape = SHAPE_LIST, .item = SHAPE_NAME, .doc = "as --allow has it"},
	KEY("variant", NAME, "in which the sources were compiled"),
	KEY("parameters", MAP, "their values"),
	KEY("clients", LIST, "their names, by number"),
	KEY("spins", LIST, "places where calls spin"),
	KEY("breakpoints", LIST, "places where calls may be preempted"),
	KEY("patience", NUMBER, "how many times as long as usual is waited for those who poll"),
	KEY("zeros", NUMBER, "1: new memory is all zero"),
	KEY("reuse", NAME, "which memory that was freed is given again: latest, or oldest"),
	{.name = "phases", .shape = SHAPE_LIST, .required = true, .doc = "what is done"});

SECTION(phase, "a phase of a replay file",
	{.name = "calls", .shape = SHAPE_MAP, .required = true, .doc = "who calls what"},
	KEY("then", LIST, "who calls what when the client's call before is back"),
	KEY("returned", MAP, "who returns, with what"),
	KEY("blocked", LIST, "who stays blocked"),
	KEY("steps", NUMBER, "of the schedule"),
	KEY("schedule", NAME, "where it is not the default"),
	KEY("drawn", NUMBER, "the seed of a schedule that is not known better"),
	KEY("strategy", NAME, "how it was drawn"),
	KEY("depth", NUMBER, "what the strategy was told"),
	KEY("rare", NUMBER, "1: in it, things may happen that are rare"));

enum { MOST_NODES = 4000000, MOST_SPINS = 1000, MOST_DEFINES = 64, MOST_PATIENCE = 1000, MOST_THEN = 64 };

static const char *const classes[] = {"safety", "order", "value", "progress", "unclassed", "crash", "hang", "misuse", "memory", "race", "create", "destroy", "leak"};

struct replay_file {
	struct node *root;
	struct replay_head head;
	const struct source *src;
};

/* --- small values --- */

static bool
read_number(struct loader *l, const struct node *n, uint64_t most, uint64_t *number)
{
	char *end;
	if (!name_node(l, n, "a number"))
		return false;
	errno = 0;
	*number = strtoull(n->text, &end, 0);
	if (!isdigit((unsigned char)n->text[0]) || *end || end == n->text || errno || *number > most)
		return node_error(l, n, "a number from 0 to %llu is expected here, in decimal, or after 0x in hexadecimal digits", (unsigned long long)most);
	return true;
}

static bool
read_number_at(struct loader *l, const struct node *map, const char *key, uint64_t most, uint64_t *number, bool *given)
{
	const struct node *n = node_get(map, key);
	*given = n != NULL;
	return !n || read_number(l, n, most, number);
}

static bool
read_text_at(struct loader *l, const struct node *map, const char *key, const char *what, const char **text)
{
	const struct node *n = node_get(map, key);
	*text = NULL;
	if (!n)
		return true;
	if (!name_node(l, n, what))
		return false;
	*text = n->text;
	return true;
}

static bool
is_list(struct loader *l, const struct node *n, size_t most, const char *what)
{
	if (n->kind != NODE_LIST)
		return node_error(l, n, "%s stand here as a list", what);
	return n->n <= most || node_error(l, n, "there are more than %zu %s", most, what);
}

/* --- the head --- */

static bool
read_format(struct loader *l, const struct node *root)
{
	const struct node *n = node_get(root, "replay");
	uint64_t version;
	if (!n || !read_number(l, n, UINT32_MAX, &version))
		return false;
	return version == REPLAY_FORMAT || node_error(l, n, "this file is of version %llu; known is %d", (unsigned long long)version, REPLAY_FORMAT);
}

static bool
read_implementation(struct loader *l, const struct node *n, struct replay_head *h)
{
	if (!n)
		return true;
	bool list = n->kind == NODE_LIST;
	size_t many = list ? n->n : 1;
	const char **paths = arena_array(l->arena, const char *, many + 1);
	for (size_t i = 0; i < many; i++) {
		const struct node *item = list ? n->items[i] : n;
		if (!name_node(l, item, "a file's name"))
			return false;
		paths[i] = item->text;
	}
	h->implementation = paths;
	h->nimplementation = many;
	return true;
}

/* Any text; an empty one needs quotes. */
static bool
read_arguments(struct loader *l, const struct node *n, struct replay_head *h)
{
	if (!n)
		return true;
	if (!is_list(l, n, REPLAY_MOST_ARGUMENTS, "arguments"))
		return false;
	const char **arguments = arena_array(l->arena, const char *, n->n + 1);
	for (size_t i = 0; i < n->n; i++) {
		const struct node *item = n->items[i];
		bool quoted = item->kind == NODE_SCALAR && item->style != YAML_PLAIN_SCALAR_STYLE;
		if (!quoted && !name_node(l, item, "an argument"))
			return false;
		if (strlen(item->text) < item->length)
			return node_error(l, item, "an argument cannot hold the character NUL");
		arguments[i] = item->text;
	}
	h->arguments = arguments;
	h->narguments = n->n;
	return true;
}

static bool
read_order(struct loader *l, const struct node *n, const char **order)
{
	for (size_t i = 0; n && n->kind == NODE_SCALAR && i < 2; i++)
		if (strcmp(n->text, spec_orders[i]) == 0)
			*order = spec_orders[i];
	return !n || *order || node_error(l, n, "'order' must be time or rest");
}

static bool
read_class(struct loader *l, const struct node *n, struct replay_head *h)
{
	enum { CLASSES = sizeof classes / sizeof *classes };
	if (!n)
		return true;
	if (!name_node(l, n, "a class of failures"))
		return false;
	for (size_t i = 0; i < CLASSES; i++)
		if (strcmp(n->text, classes[i]) == 0)
			h->fails = classes[i];
	if (h->fails)
		return true;
	const char *near = text_nearest(n->text, classes, CLASSES);
	node_error(l, n, "'%s' is not a class of failures", n->text);
	diag_hint(l->diags, near ? "did you mean '%s'?" : "%s", near ? near : "they are safety, order, value, progress, unclassed, crash, hang, misuse, memory, race, create and destroy");
	return false;
}

static bool
read_defines(struct loader *l, const struct node *n, struct replay_head *h)
{
	if (!n)
		return true;
	if (!named_entries(l, n, "constants"))
		return false;
	if (n->n > MOST_DEFINES)
		return node_error(l, n, "there are more than %d constants", MOST_DEFINES);
	struct define *d = arena_array(l->arena, struct define, n->n + 1);
	for (size_t i = 0; i < n->n; i++) {
		if (!name_node(l, n->entries[i].value, "a value"))
			return false;
		d[i] = (struct define){n->entries[i].key->text, n->entries[i].value->text};
	}
	h->defines = d;
	h->ndefines = n->n;
	return true;
}

static bool
read_variant(struct loader *l, const struct node *n, enum variant *v)
{
	if (!n)
		return true;
	if (!name_node(l, n, "a variant"))
		return false;
	if (variant_find(n->text, strlen(n->text), v))
		return true;
	node_error(l, n, "'%s' is not a variant", n->text);
	diag_hint(l->diags, "they are hooked, plain, unoptimised and guarded");
	return false;
}

static bool
read_head(struct loader *l, const struct node *root, struct replay_head *h)
{
	const struct node *allowed = node_get(root, "allow");
	uint64_t round = 0;
	bool rounded;
	if (node_get(root, "operations") && !node_get(root, "replay")) {
		node_error(l, root, "this is a specification, not a replay file");
		diag_hint(l->diags, "srtest run tests an implementation, and keeps what fails in a replay file");
		return false;
	}
	bool ok = check_keys(l, root, &section_replay);
	if (root->kind != NODE_MAP || !read_format(l, root))
		return false;
	ok = read_text_at(l, root, "spec", "a file's name", &h->spec) && ok;
	ok = read_number_at(l, root, "spec_hash", UINT64_MAX, &h->spec_mark, &h->spec_marked) && ok;
	ok = read_implementation(l, node_get(root, "implementation"), h) && ok;
	ok = read_number_at(l, root, "implementation_hash", UINT64_MAX, &h->code_mark, &h->code_marked) && ok;
	ok = read_number_at(l, root, "seed", UINT64_MAX, &h->seed, &h->seeded) && ok;
	ok = read_number_at(l, root, "round", 3, &round, &rounded) && ok;
	h->round = (int)round;
	ok = read_arguments(l, node_get(root, "arguments"), h) && ok;
	ok = read_class(l, node_get(root, "fails"), h) && ok;
	ok = (!allowed || names_of_bits(l, allowed, allowed_kinds, "kinds of misuse", &h->allowed)) && ok;
	ok = read_variant(l, node_get(root, "variant"), &h->variant) && ok;
	ok = read_order(l, node_get(root, "order"), &h->order) && ok;
	ok = read_defines(l, node_get(root, "define"), h) && ok;
	return read_text_at(l, root, "policy", "a policy's name or file", &h->policy) && ok;
}

struct replay_file *
replay_open(struct arena *a, struct diags *d, const struct source *src)
{
	struct replay_file *f = arena_new(a, struct replay_file);
	struct loader l = {.arena = a, .diags = d, .src = src};
	f->src = src;
	f->root = yaml_read(a, d, src, MOST_NODES);
	return f->root && read_head(&l, f->root, &f->head) ? f : NULL;
}

const struct replay_head *
replay_head(const struct replay_file *f)
{
	return &f->head;
}

/* --- values --- */

static bool
read_expr(struct reader *r, struct diags *d, struct expr *e, const struct type *t, word *value)
{
	struct check c = top_check(&r->l, "a replay file");
	c.diags = d;
	c.heap = r->heap;
	return constant_init(&c, e, t, value);
}

/* The range of a value of this type is checked here: not every range is known before the value is there. */
static bool
read_value(struct reader *r, struct expr *e, const struct type *t, word *value)
{
	if (!read_expr(r, r->l.diags, e, t, value))
		return false;
	return value_fits(t, *value) || diag_error(r->l.diags, e->span, "this value is not in %s", type_text(r->l.arena, t));
}

static bool
read_params(struct reader *r, const struct node *n)
{
	const struct variables *v = &r->l.spec->params;
	word *params = arena_array(r->l.arena, word, v->n + 1);
	bool ok = named_entries(&r->l, n, "parameters");
	for (size_t i = 0; ok && n && i < n->n; i++) {
		bool known = false;
		for (size_t k = 0; k < v->n; k++)
			known = known || strcmp(v->at[k].name, n->entries[i].key->text) == 0;
		if (!known)
			ok = node_error(&r->l, n->entries[i].key, "%s has no parameter '%s'", r->l.spec->resource, n->entries[i].key->text);
	}
	for (size_t i = 0; i < v->n; i++) {
		const struct node *value = node_get(n, v->at[i].name);
		struct expr *e = value ? node_expr(&r->l, value) : NULL;
		params[i] = type_nth(r->heap, v->at[i].type, 0);
		if (value && !v->at[i].init)
			ok = e && read_value(r, e, v->at[i].type, &params[i]) && ok;
	}
	r->test->nparams = v->n;
	r->test->params = params;
	return ok;
}

/* --- clients --- */

static bool
unknown_client(struct reader *r, struct span span, const char *name)
{
	const char *near = text_nearest(name, r->clients.at, r->clients.n);
	diag_error(r->l.diags, span, "there is no client '%s'", name);
	if (near)
		diag_hint(r->l.diags, "did you mean '%s'?", near);
	return false;
}

int
reader_client(const struct reader *r, const char *name)
{
	for (size_t i = 0; i < r->clients.n; i++)
		if (strcmp(r->clients.at[i], name) == 0)
			return (int)i;
	return -1;
}

static bool
add_client(struct reader *r, struct span span, const char *name)
{
	if (!text_is_name(name))
		return diag_error(r->l.diags, span, "'%s' is not a name: letters, digits and _", name);
	if (strcmp(name, "host") == 0 || strcmp(name, "thread") == 0 || strcmp(name, "actor") == 0)
		return diag_error(r->l.diags, span, "'%s' is a word of the schedule and cannot be a client's name", name);
	if (r->clients.n == TEST_MOST_CLIENTS)
		return diag_error(r->l.diags, span, "there are more than %d clients", TEST_MOST_CLIENTS);
	vec_push(r->l.arena, &r->clients, name);
	return true;
}

/* The client of a call; one that is new gets the next number. */
static int
client_at(struct reader *r, const struct node *n)
{
	int client = reader_client(r, n->text);
	if (client >= 0)
		return client;
	if (r->named) {
		unknown_client(r, n->span, n->text);
		return -1;
	}
	return add_client(r, n->span, n->text) ? (int)r->clients.n - 1 : -1;
}

static bool
read_clients(struct reader *r, const struct node *n)
{
	if (!n)
		return true;
	if (!is_list(&r->l, n, TEST_MOST_CLIENTS, "clients"))
		return false;
	r->named = true;
	for (size_t i = 0; i < n->n; i++) {
		const struct node *name = n->items[i];
		if (!name_node(&r->l, name, "a name"))
			return false;
		if (reader_client(r, name->text) >= 0)
			return node_error(&r->l, name, "there are two clients '%s'", name->text);
		if (!add_client(r, name->span, name->text))
			return false;
	}
	return true;
}

/* Offsets in the library. */
static bool
read_places(struct reader *r, const struct node *n, size_t most, const uint64_t **places, size_t *nplaces)
{
	if (!n)
		return true;
	if (!is_list(&r->l, n, most, "places"))
		return false;
	uint64_t *at = arena_array(r->l.arena, uint64_t, n->n + 1);
	for (size_t i = 0; i < n->n; i++)
		if (!read_number(&r->l, n->items[i], UINT64_MAX, &at[i]))
			return false;
	*nplaces = n->n;
	*places = at;
	return true;
}

/* --- phases --- */

static bool
read_call(struct reader *r, const struct node *n, struct script_call *call)
{
	if (!text_node(&r->l, n, "a call"))
		return false;
	struct snippet in = node_snippet(n, r->l.src);
	struct call_expr *c = parse_call(r->l.arena, r->l.diags, &in);
	if (!c)
		return false;
	const struct operation *op = spec_operation(r->l.spec, c->name);
	if (!op)
		return unknown_operation(&r->l, snippet_span(&in, 0, strlen(c->name)), c->name, NULL);
	if (c->n != op->n)
		return diag_error(r->l.diags, c->span, "%s takes %zu argument%s, not %zu", op->name, op->n, op->n == 1 ? "" : "s", c->n);
	word *values = arena_array(r->l.arena, word, op->n + 1);
	bool ok = true;
	for (size_t i = 0; i < op->n; i++)
		ok = read_value(r, c->arg[i], op->params[i].type, &values[i]) && ok;
	*call = (struct script_call){.operation = op->index, .values = values};
	return ok;
}

static bool
read_client_call(struct reader *r, int client, const struct node *n)
{
	struct script_call call = {0};
	bool ok = read_call(r, n, &call);
	vec_push(r->l.arena, &r->calls[client], call);
	return ok;
}

/* The nth thing of a map, or of a list of maps that hold one thing each; NULL after a diagnostic. */
static const struct entry *
entry_at(struct reader *r, const struct node *n, size_t i)
{
	if (n->kind == NODE_MAP)
		return &n->entries[i];
	const struct node *one = n->items[i];
	if (one->kind == NODE_MAP && one->n == 1)
		return &one->entries[0];
	node_error(&r->l, one, "one client stands here, with a colon behind it");
	return NULL;
}

static bool
read_calls(struct reader *r, const struct node *n, const struct node *then, struct test_phase *p)
{
	if (n->kind != NODE_MAP)
		return node_error(&r->l, n, "calls stand here as a map: client, colon, call");
	if (then && !is_list(&r->l, then, MOST_THEN, "calls"))
		return false;
	p->then = then ? then->n : 0;
	int *clients = arena_array(r->l.arena, int, n->n + p->then + 1);
	bool ok = n->n > 0 || node_error(&r->l, n, "there is no call in this phase");
	for (size_t i = 0; i < n->n + p->then; i++) {
		const struct entry *e = i < n->n ? &n->entries[i] : entry_at(r, then, i - n->n);
		clients[i] = e ? client_at(r, e->key) : -1;
		if (clients[i] < 0)
			return false;
		ok = read_client_call(r, clients[i], e->value) && ok;
	}
	p->n = n->n + p->then;
	p->clients = clients;
	return ok;
}

/* A client whose last call has been made. */
static int
caller_at(struct reader *r, const struct node *n)
{
	int client = name_node(&r->l, n, "a client") ? reader_client(r, n->text) : -1;
	if (client >= 0 && r->calls[client].n)
		return client;
	if (client >= 0)
		node_error(&r->l, n, "%s has not made a call", n->text);
	else if (n->kind == NODE_SCALAR && n->length)
		unknown_client(r, n->span, n->text);
	return -1;
}

/* A value as it is printed; one that cannot be of the operation's type stays as it is written. */
static bool
read_returned_value(struct reader *r, const struct operation *op, const struct node *n, const char **value)
{
	struct diags unsaid = {0};
	word w;
	if (!op->returns)
		return n->kind == NODE_SCALAR && n->length == 0 ? true : node_error(&r->l, n, "%s returns no value", op->name);
	struct expr *e = node_expr(&r->l, n);
	if (!e)
		return false;
	*value = n->text;
	if (read_expr(r, &unsaid, e, op->returns, &w)) {
		struct text t = {0};
		value_print(&t, op->returns, w);
		*value = text_take(&t, r->l.arena);
	}
	diags_free(&unsaid);
	return true;
}

/* The operation of the call that is the ith to return of these: a client's calls return one after the other, and who is blocked has one that did not. */
static const struct operation *
returned_operation(const struct reader *r, const struct replay_phase *p, const struct replay_return *all, size_t n, size_t i)
{
	int client = all[i].client;
	size_t made = r->calls[client].n, later = p->blocked >> client & 1;
	for (size_t k = i + 1; k < n; k++)
		later += all[k].client == client;
	return &r->l.spec->ops[r->calls[client].at[later < made ? made - 1 - later : 0].operation];
}

static bool
read_returned(struct reader *r, const struct node *n, struct replay_phase *p)
{
	if (!n)
		return true;
	if (n->kind == NODE_SCALAR)
		return node_error(&r->l, n, "what returned stands here as a map: client, colon, value");
	struct replay_return *all = arena_array(r->l.arena, struct replay_return, n->n + 1);
	const struct entry **entries = arena_array(r->l.arena, const struct entry *, n->n + 1);
	for (size_t i = 0; i < n->n; i++) {
		entries[i] = entry_at(r, n, i);
		all[i].client = entries[i] ? caller_at(r, entries[i]->key) : -1;
		if (all[i].client < 0)
			return false;
	}
	for (size_t i = 0; i < n->n; i++)
		if (!read_returned_value(r, returned_operation(r, p, all, n->n, i), entries[i]->value, &all[i].value))
			return false;
	p->returned = all;
	p->nreturned = n->n;
	p->returned_given = true;
	return true;
}

static bool
read_blocked(struct reader *r, const struct node *n, struct replay_phase *p)
{
	if (!n)
		return true;
	if (!is_list(&r->l, n, TEST_MOST_CLIENTS, "clients"))
		return false;
	for (size_t i = 0; i < n->n; i++) {
		int client = caller_at(r, n->items[i]);
		if (client < 0)
			return false;
		p->blocked |= UINT64_C(1) << client;
	}
	return true;
}

/* Only who makes further calls in the phase can both return and stay blocked. */
static bool
check_returned_once(struct reader *r, const struct node *n, const struct test_phase *p, const struct replay_phase *seen)
{
	uint64_t several = 0, returned = 0;
	for (size_t i = p->n - p->then; i < p->n; i++)
		several |= UINT64_C(1) << p->clients[i];
	for (size_t k = 0; k < seen->nreturned; k++)
		returned |= UINT64_C(1) << seen->returned[k].client;
	for (size_t i = 0; n && i < n->n; i++)
		if (returned & ~several & UINT64_C(1) << reader_client(r, n->items[i]->text))
			return node_error(&r->l, n->items[i], "%s cannot both return and stay blocked", n->items[i]->text);
	return true;
}

static bool
read_drawing(struct reader *r, const struct node *n, struct drawing *d)
{
	uint64_t depth = 0;
	bool drawn, given;
	const char *name;
	enum strategy strategy = STRATEGY_WALK;
	if (!read_number_at(&r->l, n, "drawn", UINT64_MAX, &d->seed, &drawn) || !read_number_at(&r->l, n, "depth", STRATEGY_DEPTH, &depth, &given))
		return false;
	if (!read_text_at(&r->l, n, "strategy", "a strategy", &name))
		return false;
	if (name && !strategy_find(name, &strategy))
		return node_error(&r->l, node_get(n, "strategy"), "there is no such strategy");
	if ((name || given) && !drawn)
		return node_error(&r->l, n, "'strategy' and 'depth' say how what is 'drawn' was");
	d->strategy = drawn ? strategy : STRATEGY_NONE;
	d->depth = (unsigned)depth;
	return true;
}

static bool
read_phase(struct reader *r, const struct node *n, struct test_phase *p, struct replay_phase *seen)
{
	if (!check_keys(&r->l, n, &section_phase))
		return false;
	uint64_t rare = 0;
	const struct node *blocked = node_get(n, "blocked");
	bool given, ok = read_calls(r, node_get(n, "calls"), node_get(n, "then"), p);
	ok = ok && read_blocked(r, blocked, seen);
	ok = ok && read_returned(r, node_get(n, "returned"), seen);
	ok = ok && check_returned_once(r, blocked, p, seen);
	ok = ok && read_drawing(r, n, &p->drawing);
	ok = ok && read_number_at(&r->l, n, "rare", 1, &rare, &given);
	p->drawing.rare = rare;
	return ok && read_number_at(&r->l, n, "steps", INT64_MAX, &p->steps, &seen->steps_given);
}

static bool
read_phases(struct reader *r, const struct node *n)
{
	if (!is_list(&r->l, n, REPLAY_MOST_PHASES, "phases"))
		return false;
	struct test_phase *phases = arena_array(r->l.arena, struct test_phase, n->n + 1);
	struct replay_phase *seen = arena_array(r->l.arena, struct replay_phase, n->n + 1);
	bool ok = true;
	for (size_t i = 0; i < n->n && ok; i++)
		ok = read_phase(r, n->items[i], &phases[i], &seen[i]);
	for (size_t i = 0; i < n->n && ok; i++) { /* now all clients are known */
		const struct node *schedule = node_get(n->items[i], "schedule");
		seen[i].schedule_given = schedule || seen[i].steps_given;
		ok = reader_schedule(r, schedule, &phases[i]);
	}
	r->test->n = n->n;
	r->test->phases = phases;
	r->replay->phases = seen;
	return ok;
}

static bool
read_reuse(struct reader *r, const struct node *n)
{
	if (!n)
		return true;
	if (!name_node(&r->l, n, "which memory is given again"))
		return false;
	return reuse_find(n->text, &r->test->reuse) || node_error(&r->l, n, "memory that was freed is given again as 'latest' or 'oldest' says, not '%s'", n->text);
}

static void
take_scripts(struct reader *r)
{
	struct script *scripts = arena_array(r->l.arena, struct script, r->clients.n + 1);
	for (size_t i = 0; i < r->clients.n; i++)
		scripts[i] = (struct script){.n = r->calls[i].n, .calls = r->calls[i].at};
	vec_push(r->l.arena, &r->clients, NULL); /* a list that is there, though it may be empty */
	r->test->scripts = scripts;
	r->test->clients = r->clients.at;
	r->test->nclients = r->clients.n - 1;
}

struct replay *
replay_read(struct replay_file *f, struct arena *a, struct diags *d, struct spec *s, struct heap *heap)
{
	struct reader *r = arena_new(a, struct reader);
	*r = (struct reader){.l = {.arena = a, .diags = d, .spec = s, .src = f->src, .fuel = MACHINE_FUEL}, .heap = heap, .root = f->root};
	r->replay = arena_new(a, struct replay);
	r->test = arena_new(a, struct test);
	r->replay->head = f->head;
	uint64_t patience = 0, zeros = 0;
	bool given;
	r->replay->test = r->test;
	bool ok = read_params(r, node_get(f->root, "parameters"));
	ok = read_clients(r, node_get(f->root, "clients")) && ok;
	ok = read_places(r, node_get(f->root, "spins"), MOST_SPINS, &r->test->spins, &r->test->nspins) && ok;
	ok = read_places(r, node_get(f->root, "breakpoints"), TEST_MOST_BREAKPOINTS, &r->test->breakpoints, &r->test->nbreakpoints) && ok;
	ok = read_number_at(&r->l, f->root, "patience", MOST_PATIENCE, &patience, &given) && ok;
	ok = read_number_at(&r->l, f->root, "zeros", 1, &zeros, &given) && ok;
	ok = read_reuse(r, node_get(f->root, "reuse")) && ok;
	r->test->patience = (unsigned)patience;
	r->test->zeros = zeros;
	r->test->variant = f->head.variant;
	if (!ok || !read_phases(r, node_get(f->root, "phases")))
		return NULL;
	take_scripts(r);
	return r->replay;
}
