/* A small world for the tests of the language: names of every kind and type, and short ways to run what is written. */
#ifndef UNIT_LANG_WORLD_H
#define UNIT_LANG_WORLD_H

#include "lang/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 32, CALLS = 8 };

struct world {
	struct arena arena;
	struct diags diags;
	struct heap *heap;
	struct machine *machine;
	struct scope scope, inner; /* what the whole spec sees, and what a clause sees besides */
	word at[SEG_COUNT][VARIABLES], old[SEG_COUNT][VARIABLES];
	int used[SEG_COUNT];
	const struct type *type[SEG_COUNT][VARIABLES];
	const char *name[SEG_COUNT][VARIABLES];
	struct frame frame;
	struct pending pending[CALLS];
	word args[CALLS][4];
	struct calls calls;
	uint64_t before[CALLS];
	/* the chooser: gives these numbers in turn */
	struct choices choices;
	const uint64_t *script;
	uint64_t bounds[16]; /* out: what it was asked for */
	size_t chosen;
	/* what the next clause may do */
	unsigned readable, writable, histories;
	bool picks, old_values;
	int operations;
	/* what the last clause does */
	struct check done;
};

static inline struct snippet
world_snippet(struct world *w, const char *text, size_t n)
{
	return (struct snippet){.src = source_text(&w->arena, "test", text, n), .text = text, .n = n};
}

static inline struct check
world_check(struct world *w)
{
	return (struct check){
		.arena = &w->arena, .diags = &w->diags, .heap = w->heap, .scope = &w->inner, .clause = "this clause",
		.readable = w->readable | SEG_BIT(SEG_LOCAL), .writable = w->writable, .histories = w->histories, .picks = w->picks,
		.old = w->old_values,
	};
}

static inline void
world_broken(struct world *w, const char *what)
{
	fprintf(stderr, "the world of the tests is broken at: %s\n", what);
	diags_print(&w->diags, stderr, false);
	abort();
}

static inline struct symbol *
world_symbol(struct world *w, struct scope *s, enum symbol_kind kind, const char *name, const struct type *type)
{
	struct symbol *symbol = arena_new(&w->arena, struct symbol);
	*symbol = (struct symbol){.kind = kind, .name = name, .type = type};
	if (!scope_add(&w->arena, &w->diags, s, symbol))
		world_broken(w, name);
	return symbol;
}

static inline const struct type *
world_type(struct world *w, const char *text)
{
	struct snippet in = world_snippet(w, text, strlen(text));
	struct texpr *t = parse_type(&w->arena, &w->diags, &in);
	struct check c = world_check(w);
	const struct type *type = t ? check_type(&c, t) : NULL;
	if (!type)
		world_broken(w, text);
	return type;
}

static inline word
world_value(struct world *w, const struct type *type, const char *text)
{
	struct snippet in = world_snippet(w, text, strlen(text));
	struct expr *e = parse_expr(&w->arena, &w->diags, &in);
	struct check c = world_check(w);
	word value = 0;
	if (!e || !constant_init(&c, e, type, &value))
		world_broken(w, text);
	return value;
}

static inline void
world_declare_type(struct world *w, const char *name, const char *text)
{
	const struct type *type = type_named(&w->arena, name, world_type(w, text));
	world_symbol(w, &w->scope, SYMBOL_TYPE, name, type);
	for (size_t i = 0; type->kind == TYPE_ENUM && i < type->n; i++)
		world_symbol(w, &w->scope, SYMBOL_CONSTANT, type->names[i], type)->value = (word)i;
}

static inline void
world_constant(struct world *w, const char *name, const char *type, const char *text)
{
	const struct type *t = world_type(w, type);
	word value = world_value(w, t, text);
	world_symbol(w, &w->scope, SYMBOL_CONSTANT, name, t)->value = value;
}

static inline void
world_variable(struct world *w, enum seg seg, const char *name, const char *type, const char *text)
{
	const struct type *t = world_type(w, type);
	struct scope *s = seg == SEG_STATE || seg == SEG_PARAM ? &w->scope : &w->inner;
	struct symbol *symbol = world_symbol(w, s, SYMBOL_VARIABLE, name, t);
	int index = w->used[seg]++;
	symbol->seg = seg;
	symbol->index = index;
	w->type[seg][index] = t;
	w->name[seg][index] = name;
	w->at[seg][index] = w->old[seg][index] = world_value(w, t, text);
}

static inline void
world_operation(struct world *w, const char *name, size_t n, const struct field *params)
{
	struct symbol *s = world_symbol(w, &w->scope, SYMBOL_OPERATION, name, NULL);
	s->index = w->operations++;
	s->n = n;
	s->params = params;
}

static inline struct function *
world_function(struct world *w, const char *name, const char *type, const char *body, size_t n, const struct field *params)
{
	struct function *f = arena_new(&w->arena, struct function);
	struct snippet in = world_snippet(w, body, strlen(body));
	*f = (struct function){.name = name, .n = n, .params = params, .type = type ? world_type(w, type) : NULL};
	f->body = parse_expr(&w->arena, &w->diags, &in);
	if (!f->body)
		world_broken(w, body);
	world_symbol(w, &w->scope, SYMBOL_FUNCTION, name, NULL)->function = f;
	return f;
}

static inline uint64_t
world_choose(struct choices *c, uint64_t n)
{
	struct world *w = (struct world *)((char *)c - offsetof(struct world, choices));
	uint64_t answer = w->script ? w->script[w->chosen % 16] % n : 0;
	w->bounds[w->chosen++ % 16] = n;
	return answer;
}

static inline void
world_print_call(struct text *out, int slot, void *context)
{
	struct world *w = context;
	const struct pending *p = &w->pending[slot];
	static const char *const names[] = {"enter", "exit", "pair", "say"};
	text_printf(out, "%s(%lld, %lld)", names[p->op], (long long)p->args[0], (long long)p->args[1]);
}

/*
 * Slots 0 .. 4: enter(1, 300), enter(1, 900), exit(2, 500), enter(2, 700), enter(3, 100). Slot 2 asks; 0 and 1 are older, 3
 * is younger, 4 is not ordered with it.
 */
static inline void
world_calls(struct world *w)
{
	static const word args[][2] = {{1, 300}, {1, 900}, {2, 500}, {2, 700}, {3, 100}};
	for (int i = 0; i < 5; i++) {
		memcpy(w->args[i], args[i], sizeof args[i]);
		w->pending[i] = (struct pending){.op = i == 2, .args = w->args[i]};
		w->before[i] = (1u << i) - 1;
	}
	w->before[4] = 0;
	w->calls = (struct calls){
		.at = w->pending, .waiting = 31, .self = 4, .older = 3, .younger = 8, .unordered = 16, .before = w->before,
		.print = world_print_call, .context = w,
	};
}

static inline void
world_state(struct world *w)
{
	world_variable(w, SEG_PARAM, "size", "1..256", "8");
	world_variable(w, SEG_STATE, "weight", "map[Warehouse] Weight", "{0 -> 700, 1 -> 300, 2 -> 0, 3 -> 1000}");
	world_variable(w, SEG_STATE, "occupied", "map[Corridor] bool", "{1 -> false, 2 -> true, 3 -> false}");
	world_variable(w, SEG_STATE, "i", "int", "-7");
	world_variable(w, SEG_STATE, "k", "nat", "3");
	world_variable(w, SEG_STATE, "r", "0..9", "5");
	world_variable(w, SEG_STATE, "flag", "bool", "true");
	world_variable(w, SEG_STATE, "color", "Color", "green");
	world_variable(w, SEG_STATE, "letter", "char", "'m'");
	world_variable(w, SEG_STATE, "text", "string", "\"hello\"");
	world_variable(w, SEG_STATE, "raw", "bytes", "\"\\x00\\xff\"");
	world_variable(w, SEG_STATE, "point", "Point", "(x = 1, y = -2)");
	world_variable(w, SEG_STATE, "maybe", "option 0..9", "some(4)");
	world_variable(w, SEG_STATE, "nobody", "option 0..9", "none");
	world_variable(w, SEG_STATE, "list", "seq of int", "[3, 1, 2]");
	world_variable(w, SEG_STATE, "digits", "seq of 0..9", "[1, 2]");
	world_variable(w, SEG_STATE, "free", "set of Warehouse", "{0, 2}");
	world_variable(w, SEG_STATE, "coins", "bag of nat", "bag(1, 1, 5)");
	world_variable(w, SEG_STATE, "names", "map[string] int", "{\"b\" -> 2, \"a\" -> 1}");
	world_variable(w, SEG_STATE, "stock", "map[Color] nat", "{red -> 1, green -> 2, blue -> 3}");
	world_variable(w, SEG_STATE, "nested", "map[Warehouse] Item", "(f = [1, 2, 3], p = (x = 0, y = 0))");
	world_variable(w, SEG_STATE, "grid", "map[Point2] 0..9", "0");
	world_variable(w, SEG_STATE, "words", "set of string", "{\"b\", \"ab\", \"a\"}");
	world_variable(w, SEG_STATE, "big", "map[int] set of int", "{}");
}

static inline void
world_open(struct world *w)
{
	static const struct field enter[] = {{"n", &type_int}, {"w", &type_int}};
	static const struct field one[] = {{"a", &type_int}}, two[] = {{"a", &type_int}, {"b", &type_int}};
	static const struct field pair[] = {{"c", &type_bool}, {"s", &type_string}};
	*w = (struct world){.heap = heap_new(NULL)};
	w->machine = machine_new(w->heap);
	w->inner.up = &w->scope;
	w->choices.choose = world_choose;
	world_constant(w, "N", "int", "4");
	world_constant(w, "MAX", "int", "1000");
	world_constant(w, "NAMES", "seq of string", "[\"ann\", \"bob\"]");
	world_declare_type(w, "Warehouse", "0..N-1");
	world_declare_type(w, "Corridor", "1..N-1");
	world_declare_type(w, "Weight", "0..2*MAX");
	world_declare_type(w, "Color", "enum(red, green, blue)");
	world_declare_type(w, "Point", "record(x: int, y: int)");
	world_declare_type(w, "Point2", "record(u: 0..1, v: bool)");
	world_declare_type(w, "Item", "record(f: seq of 0..9, p: Point)");
	world_declare_type(w, "Name", "string");
	world_state(w);
	world_variable(w, SEG_SCHED, "turn", "0..3", "2");
	world_variable(w, SEG_POLICY, "writers", "nat", "1");
	world_variable(w, SEG_ARG, "n", "Warehouse", "1");
	world_variable(w, SEG_ARG, "w", "Weight", "900");
	world_variable(w, SEG_INFO, "info", "int", "17");
	world_variable(w, SEG_RESULT, "result", "int", "-1");
	world_variable(w, SEG_CLIENT, "id", "nat", "6");
	world_variable(w, SEG_CLIENT, "inside", "bool", "false");
	world_variable(w, SEG_CLIENT, "tries", "seq of int", "[]");
	world_operation(w, "enter", 2, enter);
	world_operation(w, "exit", 2, enter);
	world_operation(w, "pair", 2, pair);
	world_operation(w, "say", 0, NULL);
	world_function(w, "double", "int", "2 * a", 1, one);
	world_function(w, "fits", "bool", "weight[a] + b <= MAX", 2, two);
	world_function(w, "load", NULL, "sum v in Warehouse . double(weight[v])", 0, NULL);
	world_function(w, "squares", NULL, "{x * x | x in 1..a}", 1, one);
	for (int seg = 0; seg < SEG_COUNT; seg++) {
		w->frame.at[seg] = seg == SEG_LOCAL ? NULL : w->at[seg];
		w->frame.old[seg] = w->old[seg];
	}
	world_calls(w);
	w->frame.calls = &w->calls;
	w->frame.choices = &w->choices;
	w->readable = ~0u;
	w->histories = ALL_HISTORIES;
	w->writable = SEG_BIT(SEG_STATE) | SEG_BIT(SEG_SCHED) | SEG_BIT(SEG_POLICY) | SEG_BIT(SEG_CLIENT);
	w->picks = w->old_values = true;
}

static inline void
world_close(struct world *w)
{
	machine_free(w->machine);
	heap_free(w->heap);
	diags_free(&w->diags);
	arena_free(&w->arena);
}

/* The state as it was when the world began. */
static inline void
world_reset(struct world *w)
{
	memcpy(w->at, w->old, sizeof w->at);
	w->chosen = 0;
	w->calls.asked = 0;
}

/* A checked expression, or NULL. */
static inline struct expr *
world_expr(struct world *w, const char *text, const struct type *wanted)
{
	struct snippet in = world_snippet(w, text, strlen(text));
	struct expr *e = parse_expr(&w->arena, &w->diags, &in);
	w->done = world_check(w);
	return e && check_expr(&w->done, e, wanted) ? e : NULL;
}

static inline struct stmt *
world_stmt(struct world *w, const char *text)
{
	struct snippet in = world_snippet(w, text, strlen(text));
	struct stmt *s = parse_stmt(&w->arena, &w->diags, &in);
	w->done = world_check(w);
	return s && check_stmt(&w->done, s) ? s : NULL;
}

static inline const char *
world_mistake(struct world *w)
{
	if (!w->diags.list.n)
		return "refused without a word";
	const struct diag *d = &w->diags.list.at[0];
	return arena_printf(&w->arena, "%u-%u: %s%s%s", d->span.from, d->span.to, d->message, d->hint ? " / " : "", d->hint ? d->hint : "");
}

static inline const char *
world_fault(struct world *w)
{
	struct text message = {0};
	const struct fault *f = &w->machine->fault;
	text_printf(&message, "fault %u-%u: ", f->span.from, f->span.to);
	fault_print(&message, f);
	return text_take(&message, &w->arena);
}

/* Runs code and shows how it went: "ok", "asks", "fault 2-7: division by zero". */
static inline const char *
world_run(struct world *w, const struct code *code, word *value)
{
	switch (code_run(w->machine, code, &w->frame, value)) {
	case RUN_OK:
		return "ok";
	case RUN_ASKS:
		return "asks";
	case RUN_FAULT:
		break;
	}
	return world_fault(w);
}

/* The value of an expression as text, or what went wrong: a fault, or "from-to: message / hint". */
static inline const char *
world_eval(struct world *w, const char *text, const char *wanted)
{
	const struct type *type = wanted ? world_type(w, wanted) : NULL;
	struct expr *e = world_expr(w, text, type);
	word value;
	if (!e)
		return world_mistake(w);
	const char *how = world_run(w, compile_expr(&w->arena, w->heap, e, type, w->done.locals), &value);
	if (strcmp(how, "ok") != 0)
		return how;
	struct text out = {0};
	value_print(&out, type ? type : e->type, value);
	return text_take(&out, &w->arena);
}

/* What a statement changes: "k = 4, r = 2", "nothing", or what went wrong. */
static inline const char *
world_exec(struct world *w, const char *text)
{
	struct stmt *s = world_stmt(w, text);
	word ignored;
	if (!s)
		return world_mistake(w);
	const char *how = world_run(w, compile_stmt(&w->arena, w->heap, s, w->done.locals), &ignored);
	if (strcmp(how, "ok") != 0)
		return how;
	struct text out = {0};
	for (int seg = 0; seg < SEG_COUNT; seg++)
		for (int i = 0; i < w->used[seg]; i++) {
			if (w->at[seg][i] == w->old[seg][i])
				continue;
			text_printf(&out, "%s%s = ", out.n ? ", " : "", w->name[seg][i]);
			value_print(&out, w->type[seg][i], w->at[seg][i]);
		}
	return out.n ? text_take(&out, &w->arena) : "nothing";
}

struct world_case {
	const char *text, *wanted, *value;
};

/* Counts the cases that are not as they should be, and prints them. */
static inline int
world_table(const struct world_case *cases, size_t n, void (*prepare)(struct world *), bool statements)
{
	int wrong = 0;
	for (size_t i = 0; i < n; i++) {
		struct world w;
		world_open(&w);
		if (prepare)
			prepare(&w);
		const char *value = statements ? world_exec(&w, cases[i].text) : world_eval(&w, cases[i].text, cases[i].wanted);
		if (strcmp(value, cases[i].value) != 0) {
			wrong++;
			fprintf(stderr, "%s\n     is  %s\n     not %s\n", cases[i].text, value, cases[i].value);
		}
		world_close(&w);
	}
	return wrong;
}

#define VALUES_ARE(cases, prepare) assert_int_equal(world_table((cases), sizeof(cases) / sizeof *(cases), (prepare), false), 0)
#define CHANGES_ARE(cases, prepare) assert_int_equal(world_table((cases), sizeof(cases) / sizeof *(cases), (prepare), true), 0)

#endif
