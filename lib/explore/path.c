#include "explore/private.h"

#include <stdlib.h>
#include <string.h>

const char *
path_client(struct explorer *x, size_t client)
{
	const struct gen_client *c = &x->clients[client];
	return arena_printf(x->arena, "%s%lld", c->kind->name, (long long)c->id);
}

const char *
path_call(struct explorer *x, const struct call *call)
{
	struct text t = {0};
	model_print_call(&t, &x->rules, call->op, call->args);
	return text_take(&t, x->arena);
}

/* Whose step it was: the only client that goes on to something else. */
static size_t
client_between(const struct explorer *x, uint32_t from, uint32_t to)
{
	size_t client = 0;
	while (client + 1 < x->nclients && local_in(x, set_at(&x->states, from), client) == local_in(x, set_at(&x->states, to), client))
		client++;
	return client;
}

/*
 * Takes a step again to see what the call returned. The state that is looked at, and the rules, are left as they are then:
 * the caller puts them back.
 */
static const char *
result_of(struct explorer *x, uint32_t from, uint32_t to, size_t client, const struct operation *op)
{
	if (!op->returns)
		return NULL;
	x->sought = set_at(&x->states, to);
	x->found = false;
	look_at(x, set_at(&x->states, from));
	go_ahead(x, (int)client);
	x->sought = NULL;
	if (!x->found)
		return NULL;
	x->found = false;
	struct text t = {0};
	value_print(&t, op->returns, x->result);
	return text_take(&t, x->arena);
}

/* A call that goes ahead at once is one step. */
static void
add_step(struct explored_step *steps, size_t *n, const struct explored_step *s)
{
	struct explored_step *last = *n ? &steps[*n - 1] : NULL;
	bool at_once = last && s->went_ahead && last->made && !last->went_ahead && strcmp(last->client, s->client) == 0;
	if (at_once) {
		last->went_ahead = true;
		last->result = s->result;
	} else {
		steps[(*n)++] = *s;
	}
}

static struct explored_step
step_between(struct explorer *x, uint32_t from, uint32_t to)
{
	size_t client = client_between(x, from, to);
	bool executes = local_of(x, set_at(&x->states, from), client)->alternative >= 0;
	const struct call *call = &local_of(x, set_at(&x->states, executes ? from : to), client)->call;
	return (struct explored_step){
		.client = path_client(x, client), .call = path_call(x, call), .made = !executes, .went_ahead = executes,
		.refused = call->refused, .result = executes ? result_of(x, from, to, client, call->op) : NULL,
	};
}

size_t
path_along(struct explorer *x, const uint32_t *states, size_t n, struct explored_step **steps)
{
	size_t width = x->states.width, taken = 0;
	word *saved = mem_alloc(2 * width * sizeof *saved);
	uint64_t enabled = x->enabled;
	bool stumbled = x->stumbled, random = x->random;
	x->random = false;
	memcpy(saved, x->now, width * sizeof *saved);
	memcpy(saved + width, x->next, width * sizeof *saved);
	*steps = arena_array(x->arena, struct explored_step, n + 1); /* room for one more */
	for (size_t i = 0; i + 1 < n; i++) {
		struct explored_step s = step_between(x, states[i], states[i + 1]);
		add_step(*steps, &taken, &s);
	}
	look_at(x, saved);
	memcpy(x->next, saved + width, width * sizeof *saved);
	free(saved);
	x->enabled = enabled;
	x->stumbled = stumbled;
	x->random = random;
	return taken;
}

size_t
path_to(struct explorer *x, uint32_t state, struct explored_step **steps)
{
	size_t n = 1;
	for (uint32_t s = state; s > 0; s = x->states.origins[s].from)
		n++;
	uint32_t *states = mem_alloc(n * sizeof *states);
	for (size_t i = n; i-- > 0; state = x->states.origins[state].from)
		states[i] = state;
	size_t taken = path_along(x, states, n, steps);
	free(states);
	return taken;
}

void
path_extend(struct finding *f, const struct explored_step *s)
{
	add_step(f->steps, &f->nsteps, s);
}
