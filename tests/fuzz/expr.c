/*
 * Reads any bytes as an expression, a statement, a type, a declaration and a call. What is accepted is run; what is printed
 * must be read again as the same.
 */
#include "unit/lang/world.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static struct world base;

static void
open_base(void)
{
	static const char *const functions[] = {"double(1)", "fits(0, 1)", "load()", "squares(2)"};
	world_open(&base);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (!world_expr(&base, functions[i], NULL))
			abort();
}

/* A world on top of the first one, whose memory is given back after each input. */
static void
open_upon(struct world *w)
{
	*w = base;
	w->arena = (struct arena){0};
	w->diags = (struct diags){0};
	w->heap = heap_new(base.heap);
	w->machine = machine_new(w->heap);
	w->inner.up = &base.scope;
	for (int seg = 0; seg < SEG_COUNT; seg++) {
		w->frame.at[seg] = seg == SEG_LOCAL ? NULL : w->at[seg];
		w->frame.old[seg] = w->old[seg];
	}
	w->calls.at = w->pending;
	w->calls.before = w->before;
	w->calls.context = w;
	for (int i = 0; i < CALLS; i++)
		w->pending[i].args = w->args[i];
	w->frame.calls = &w->calls;
	w->frame.choices = &w->choices;
}

static void
same(struct world *w, const char *first, const char *second)
{
	if (second && strcmp(first, second) == 0)
		return;
	fprintf(stderr, "printed: %s\n  again: %s\n", first, second ? second : "(refused)");
	diags_print(&w->diags, stderr, false);
	abort();
}

static const char *
printed_expr(struct world *w, const struct expr *e)
{
	struct text out = {0};
	expr_print(&out, e, NULL);
	return text_take(&out, &w->arena);
}

static const char *
printed_stmt(struct world *w, const struct stmt *s)
{
	struct text out = {0};
	stmt_print(&out, s);
	return text_take(&out, &w->arena);
}

static const char *
outcome(struct world *w, struct expr *e, bool *accepted)
{
	struct check c = world_check(w);
	word value;
	*accepted = check_expr(&c, e, NULL);
	if (!*accepted)
		return "refused";
	world_reset(w);
	enum run how = code_run(w->machine, compile_expr(&w->arena, w->heap, e, NULL, c.locals), &w->frame, &value);
	struct text out = {0};
	if (how == RUN_OK)
		value_print(&out, e->type, value);
	else if (how == RUN_FAULT)
		fault_print(&out, &w->machine->fault);
	else
		text_printf(&out, "asks %llx", (unsigned long long)w->calls.asked);
	if (e->type->kind == TYPE_BOOL && how == RUN_OK)
		code_explain(&w->arena, w->machine, e, &w->frame, value);
	if (how == RUN_OK)
		assert(value_fits(e->type, value));
	return text_take(&out, &w->arena);
}

static void
try_expr(struct world *w, const struct snippet *in)
{
	struct expr *e = parse_expr(&w->arena, &w->diags, in);
	if (!e)
		return;
	bool accepted;
	const char *text = printed_expr(w, e), *first = outcome(w, e, &accepted);
	struct snippet again = world_snippet(w, text, strlen(text));
	e = strlen(text) == again.n ? parse_expr(&w->arena, &w->diags, &again) : NULL;
	same(w, text, e ? printed_expr(w, e) : NULL);
	same(w, first, outcome(w, e, &accepted));
	if (accepted)
		same(w, text, printed_expr(w, e));
}

static void
run_stmt(struct world *w, struct stmt *s)
{
	struct check c = world_check(w);
	word value;
	if (!check_stmt(&c, s))
		return;
	world_reset(w);
	if (code_run(w->machine, compile_stmt(&w->arena, w->heap, s, c.locals), &w->frame, &value) != RUN_OK)
		return;
	for (int seg = 0; seg < SEG_COUNT; seg++)
		for (int i = 0; i < w->used[seg]; i++)
			assert(value_fits(w->type[seg][i], w->at[seg][i]));
}

static void
try_stmt(struct world *w, const struct snippet *in)
{
	struct stmt *s = parse_stmt(&w->arena, &w->diags, in);
	if (!s)
		return;
	const char *text = printed_stmt(w, s);
	run_stmt(w, s);
	same(w, text, printed_stmt(w, s));
	struct snippet again = world_snippet(w, text, strlen(text));
	s = parse_stmt(&w->arena, &w->diags, &again);
	same(w, text, s ? printed_stmt(w, s) : NULL);
}

static void
try_declaration(struct world *w, const struct snippet *in)
{
	struct expr *init;
	struct texpr *t = parse_declaration(&w->arena, &w->diags, in, &init);
	struct check c = world_check(w);
	const struct type *type = t ? check_type(&c, t) : NULL;
	word value;
	if (type && value_initial(w->heap, type, &value) && type->count < 1000)
		assert(value_fits(type, value));
	if (type && init && constant_init(&c, init, type, &value))
		assert(value_fits(type, value));
}

static void
try_type(struct world *w, const struct snippet *in)
{
	struct texpr *t = parse_type(&w->arena, &w->diags, in);
	struct check c = world_check(w);
	const struct type *type = t ? check_type(&c, t) : NULL;
	if (type)
		assert(type_within(type, type) && type_text(&w->arena, type)[0]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	if (!base.heap)
		open_base();
	struct world w;
	open_upon(&w);
	struct snippet in = world_snippet(&w, (const char *)bytes, n);
	try_expr(&w, &in);
	try_stmt(&w, &in);
	try_type(&w, &in);
	try_declaration(&w, &in);
	parse_call(&w.arena, &w.diags, &in);
	world_close(&w);
	return 0;
}
