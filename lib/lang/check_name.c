#include "lang/checker.h"

#include <string.h>

static size_t
hash_of(const char *name)
{
	size_t hash = 14695981039346656037u; /* FNV-1a */
	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 1099511628211u;
	return hash;
}

/* Where a name stands in the table, or the free slot where it would. */
static uint32_t *
slot_of(const struct scope *s, const char *name, size_t hash)
{
	size_t i = hash % s->nslots;
	while (s->slots[i] && strcmp(s->symbols.at[s->slots[i] - 1]->name, name) != 0)
		i = (i + 1) % s->nslots;
	return &s->slots[i];
}

const struct symbol *
scope_find(const struct scope *s, const char *name)
{
	size_t hash = hash_of(name);
	for (; s; s = s->up) {
		uint32_t *slot = s->nslots ? slot_of(s, name, hash) : NULL;
		if (slot && *slot)
			return s->symbols.at[*slot - 1];
	}
	return NULL;
}

static void
push(struct arena *a, struct scope *s, const struct symbol *symbol)
{
	vec_push(a, &s->symbols, symbol);
	if (s->symbols.n * 2 <= s->nslots) {
		*slot_of(s, symbol->name, hash_of(symbol->name)) = (uint32_t)s->symbols.n;
		return;
	}
	s->nslots = s->symbols.n * 4;
	s->slots = arena_array(a, uint32_t, s->nslots);
	for (size_t i = 0; i < s->symbols.n; i++) {
		const char *name = s->symbols.at[i]->name;
		*slot_of(s, name, hash_of(name)) = (uint32_t)i + 1;
	}
}

bool
scope_add(struct arena *a, struct diags *d, struct scope *s, const struct symbol *symbol)
{
	const struct symbol *other = scope_find(s, symbol->name);
	if (other) {
		diag_error(d, symbol->span, "'%s' has a meaning already", symbol->name);
		if (other->span.src && !d->dropped) {
			struct position p = source_position(other->span.src, other->span.from);
			diag_hint(d, "it is declared in line %u; give one of them another name", p.line);
		}
		struct symbol *either = arena_new(a, struct symbol); /* uses may mean the one or the other */
		*either = (struct symbol){.kind = SYMBOL_BROKEN, .name = symbol->name, .span = other->span};
		push(a, s, either);
		return false;
	}
	if (s->symbols.n >= MOST_SYMBOLS)
		return diag_error(d, symbol->span, "there are too many names");
	push(a, s, symbol);
	return true;
}

typedef VEC(const char *) name_list;

static void
add_symbols(struct check *c, name_list *names, unsigned kinds)
{
	for (const struct scope *s = c->scope; s; s = s->up)
		for (size_t i = 0; i < s->symbols.n; i++)
			if (kinds & KIND_BIT(s->symbols.at[i]->kind))
				vec_push(c->arena, names, s->symbols.at[i]->name);
}

const char *
check_nearest(struct check *c, const char *name, unsigned kinds)
{
	name_list names = {0};
	for (struct local *l = c->innermost; l && kinds & KIND_BIT(SYMBOL_VARIABLE); l = l->up)
		vec_push(c->arena, &names, l->name);
	add_symbols(c, &names, kinds & ~KIND_BIT(SYMBOL_TYPE));
	add_symbols(c, &names, kinds & KIND_BIT(SYMBOL_TYPE)); /* of two that are as near, the variable is more likely */
	for (enum op op = 1; op < OP_COUNT_OF_OPS && kinds & KIND_BIT(SYMBOL_FUNCTION); op++)
		if (op_table[op].class == CLASS_FUNCTION)
			vec_push(c->arena, &names, op_table[op].spelling);
	return text_nearest(name, names.at, names.n);
}

struct local *
check_local(struct check *c, const char *name)
{
	for (struct local *l = c->innermost; l; l = l->up)
		if (strcmp(l->name, name) == 0)
			return l;
	return NULL;
}

int
check_slots(struct check *c, int n)
{
	int slot = c->locals;
	c->locals += n;
	return slot;
}

bool
check_bind(struct check *c, struct span span, const char *name, const struct type *type, int slot)
{
	if (check_local(c, name) || scope_find(c->scope, name)) {
		diag_error(c->diags, span, "'%s' has a meaning here already", name);
		diag_hint(c->diags, "take another name for the new one");
		return false;
	}
	struct local *l = arena_new(c->arena, struct local);
	*l = (struct local){name, type, slot, c->innermost};
	c->innermost = l;
	return true;
}

const char *const seg_words[SEG_COUNT] = {
	[SEG_LOCAL] = "a local name", [SEG_PARAM] = "a parameter of the test", [SEG_STATE] = "the state of the resource",
	[SEG_SCHED] = "the scheduling state", [SEG_POLICY] = "the policy's state", [SEG_ARG] = "a parameter of the operation",
	[SEG_INFO] = "the info", [SEG_RESULT] = "the result", [SEG_CLIENT] = "a variable of the client",
	[SEG_WAITED] = "for how long the call has waited",
};

static const struct type *
variable(struct check *c, struct expr *e, const struct symbol *s)
{
	if (!(c->readable & SEG_BIT(s->seg))) {
		diag_error(c->diags, e->span, "'%s' is %s, which %s cannot read", e->text, seg_words[s->seg], c->clause);
		return NULL;
	}
	c->reads |= SEG_BIT(s->seg);
	return s->type;
}

/* What YAML and other languages call true and false. */
static bool
is_truth_elsewhere(const char *name)
{
	static const char *const words[] = {"True", "TRUE", "False", "FALSE", "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i], name) == 0)
			return true;
	return false;
}

const struct type *
infer_name(struct check *c, struct expr *e, const struct type *wanted)
{
	struct local *l = check_local(c, e->text);
	if (l) {
		e->slot = l->slot;
		return l->type;
	}
	const struct symbol *s = scope_find(c->scope, e->text);
	if (!s) {
		const char *near = check_nearest(c, e->text, ~KIND_BIT(SYMBOL_OPERATION));
		diag_error(c->diags, e->span, "'%s' is not known here", e->text);
		if (is_truth_elsewhere(e->text))
			diag_hint(c->diags, "write: true or false");
		else if (near)
			diag_hint(c->diags, "did you mean '%s'?", near);
		return NULL;
	}
	e->symbol = s;
	switch (s->kind) {
	case SYMBOL_CONSTANT:
		return s->type;
	case SYMBOL_VARIABLE:
		return variable(c, e, s);
	case SYMBOL_TYPE:
		if (s->type->count == 0 || s->type->count > TOTAL_MAP_KEYS) {
			diag_error(c->diags, e->span, "the values of type '%s' cannot be listed: there are too many", e->text);
			return NULL;
		}
		return type_of(c->arena, TYPE_SET, s->type);
	case SYMBOL_FUNCTION:
		diag_error(c->diags, e->span, "'%s' is a function; it needs arguments", e->text);
		diag_hint(c->diags, "write: %s(...)", e->text);
		return NULL;
	case SYMBOL_OPERATION:
		diag_error(c->diags, e->span, "'%s' is an operation, not a value", e->text);
		diag_hint(c->diags, "its calls are asked for by waiting(%s), older(%s), ...", e->text, e->text);
		return NULL;
	case SYMBOL_BROKEN:
		return NULL;
	}
	return NULL;
}

static const struct symbol basic_types[] = {
	{.kind = SYMBOL_TYPE, .name = "bool", .type = &type_bool}, {.kind = SYMBOL_TYPE, .name = "char", .type = &type_char},
	{.kind = SYMBOL_TYPE, .name = "int", .type = &type_int}, {.kind = SYMBOL_TYPE, .name = "nat", .type = &type_nat},
	{.kind = SYMBOL_TYPE, .name = "string", .type = &type_string}, {.kind = SYMBOL_TYPE, .name = "bytes", .type = &type_bytes},
};

const struct symbol *
check_type_named(struct check *c, const struct expr *e)
{
	if (e->kind != EXPR_NAME || check_local(c, e->text))
		return NULL;
	const struct symbol *s = scope_find(c->scope, e->text);
	for (size_t i = 0; !s && i < sizeof basic_types / sizeof *basic_types; i++)
		if (strcmp(basic_types[i].name, e->text) == 0)
			return &basic_types[i];
	return s && s->kind == SYMBOL_TYPE ? s : NULL;
}
