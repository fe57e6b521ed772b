#include "test/test.h"

#include <string.h>

const struct bit allowed_kinds[] = {{"unlock", ALLOWED_UNLOCK}, {"destroy", ALLOWED_DESTROY}, {"wait", ALLOWED_WAIT}, {"use", ALLOWED_USE}, {0}};

size_t
test_calls(const struct test *t)
{
	size_t n = 0;
	for (size_t i = 0; i < t->n; i++)
		n += t->phases[i].n;
	return n;
}

static void *
copy(struct arena *a, const void *from, size_t n, size_t size)
{
	void *to = arena_alloc(a, n * size);
	if (n)
		memcpy(to, from, n * size);
	return to;
}

static struct picks
copy_picks(struct arena *a, const struct picks *p)
{
	return (struct picks){p->n, copy(a, p->at, p->n, sizeof *p->at)};
}

static const struct script *
copy_scripts(struct arena *a, const struct test *t)
{
	struct script *scripts = copy(a, t->scripts, t->nclients, sizeof *scripts);
	for (size_t c = 0; c < t->nclients; c++) {
		struct script_call *calls = copy(a, scripts[c].calls, scripts[c].n, sizeof *calls);
		for (size_t i = 0; i < scripts[c].n; i++) {
			calls[i].args = copy_picks(a, &calls[i].args);
			calls[i].then = copy_picks(a, &calls[i].then);
			calls[i].values = NULL;
		}
		scripts[c].start = copy_picks(a, &scripts[c].start);
		scripts[c].calls = calls;
	}
	return scripts;
}

static const struct test_phase *
copy_phases(struct arena *a, const struct test *t)
{
	struct test_phase *phases = copy(a, t->phases, t->n, sizeof *phases);
	for (size_t i = 0; i < t->n; i++) {
		phases[i].clients = copy(a, phases[i].clients, phases[i].n, sizeof *phases[i].clients);
		phases[i].choices = copy(a, phases[i].choices, phases[i].nchoices, sizeof *phases[i].choices);
	}
	return phases;
}

const struct test *
test_copy(struct arena *a, const struct test *t)
{
	struct test *c = arena_new(a, struct test);
	*c = *t;
	c->params = copy(a, t->params, t->nparams, sizeof *t->params);
	c->scripts = copy_scripts(a, t);
	c->phases = copy_phases(a, t);
	c->spins = copy(a, t->spins, t->nspins, sizeof *t->spins);
	c->breakpoints = copy(a, t->breakpoints, t->nbreakpoints, sizeof *t->breakpoints);
	return c;
}

struct stack
stack_copy(struct arena *a, const struct stack *s)
{
	struct stack_frame *at = arena_array(a, struct stack_frame, s->n);
	for (size_t i = 0; i < s->n; i++) {
		at[i] = s->at[i];
		at[i].file = s->at[i].file ? arena_strdup(a, s->at[i].file) : NULL;
	}
	return (struct stack){s->n, at};
}
