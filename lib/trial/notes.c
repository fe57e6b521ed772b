#include "trial/notes.h"

#include <string.h>

void
notes_phase(struct trial *t, const struct host_event *e)
{
	struct test_phase p = {.n = t->ncalling, .then = t->ncalling - t->nfirst, .drawing = e ? (struct drawing){0} : t->asked.drawing};
	const struct choice *taken = e ? e->choices : t->asked.choices; /* where they were not told, what was asked for */
	p.nchoices = e ? e->nchoices : t->asked.nchoices;
	p.steps = e ? e->steps : 0;
	p.mark = e ? e->mark : 0;
	int *clients = arena_array(t->out, int, p.n + 1);
	struct choice *choices = arena_array(t->out, struct choice, p.nchoices + 1);
	memcpy(clients, t->clients, p.n * sizeof *clients);
	if (p.nchoices)
		memcpy(choices, taken, p.nchoices * sizeof *choices);
	p.clients = clients;
	p.choices = choices;
	vec_push(t->out, &t->phases, p);
}

static void
note_site(struct trial *t, const struct trace_step *step)
{
	for (size_t i = 0; i < t->sites.n; i++)
		if (t->sites.at[i].place == step->place && strcmp(t->sites.at[i].action, step->action) == 0)
			return;
	vec_push(&t->arena, &t->sites, (struct trial_site){arena_strdup(&t->arena, step->action), step->place});
}

/* There are few files, and many steps in them. */
static const char *
file_of(struct trial *t, const char *file)
{
	for (size_t i = 0; i < t->files.n; i++)
		if (strcmp(t->files.at[i], file) == 0)
			return t->files.at[i];
	vec_push(t->out, &t->files, arena_strdup(t->out, file));
	return t->files.at[t->files.n - 1];
}

void
notes_step(struct trial *t, struct trace_step step)
{
	if (t->draws.settings) {
		if (step.placed && !step.file)
			note_site(t, &step);
		return;
	}
	step.phase = (size_t)t->phase - 1;
	step.action = arena_strdup(t->out, step.action);
	step.file = step.file ? file_of(t, step.file) : NULL;
	vec_push(t->out, &t->steps, step);
}

const struct test *
notes_test(struct trial *t)
{
	size_t nclients = t->draws.nclients, n = t->model->spec->params.n;
	struct test *test = arena_new(t->out, struct test);
	struct script *scripts = arena_array(t->out, struct script, nclients + 1);
	word *params = arena_array(t->out, word, n + 1);
	const struct subject *s = t->subject;
	uint64_t *spins = arena_array(t->out, uint64_t, s->nspins + 1), *breakpoints = arena_array(t->out, uint64_t, t->nbreakpoints + 1);
	memcpy(params, t->params, n * sizeof *params);
	memcpy(spins, s->spins, s->nspins * sizeof *spins);
	memcpy(breakpoints, t->breakpoints, t->nbreakpoints * sizeof *breakpoints);
	for (size_t i = 0; i < nclients; i++)
		scripts[i] = (struct script){t->actors[i].start, t->actors[i].calls.n, t->actors[i].calls.at};
	*test = (struct test){
		.nparams = n, .params = params, .nclients = nclients, .scripts = scripts, .clients = t->names, .n = t->phases.n, .phases = t->phases.at,
		.patience = patience_usual(&t->patience), .zeros = t->zeros, .reuse = t->reuse, .variant = s->variant, .nspins = s->nspins, .spins = spins,
		.nbreakpoints = t->nbreakpoints, .breakpoints = breakpoints,
	};
	return test;
}

const struct history *
notes_history(struct trial *t)
{
	struct history *h = arena_new(t->out, struct history);
	size_t nclients = t->draws.nclients;
	const char **names = arena_array(t->out, const char *, nclients + 1);
	for (size_t i = 0; i < nclients; i++)
		names[i] = arena_strdup(t->out, trial_client_name((int)i, t));
	*h = (struct history){
		.spec = t->model->spec, .params = t->params, .lines = t->lines.at, .n = t->lines.n, .clients = names, .nclients = nclients, .at_rest = true, .timed = !t->model->spec->testing.timeless,
	};
	return h;
}
