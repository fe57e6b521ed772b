#include "trial/recorder.h"

#include "gen/bias.h"

/* Of tests with biases, one of so many. */
enum { ALIKE = 4 };

/* In some tests all that is picked for a call has one bias: then elements of an array are often all alike. */
static uint64_t
draw(struct recorder *r, size_t i, uint64_t n)
{
	struct bias b = bias_of(r->biases, r->place + (r->biases % ALIKE ? i : 0), n);
	return bias_draw(&b, n, &r->state);
}

static uint64_t
choose(struct choices *c, uint64_t n)
{
	struct recorder *r = (struct recorder *)c; /* choices come first */
	size_t i = r->taken.n;
	uint64_t value = r->random ? draw(r, i, n) : r->given && i < r->given->n ? r->given->at[i] : 0;
	value = value < n ? value : n - 1;
	vec_push(r->arena, &r->taken, value);
	if (r->watch)
		r->watch->picked(r->watch->context, r->client, r->call, r->what, i, n);
	return value;
}

static struct recorder
recorder(struct trial *t, const uint64_t *seed, const struct picks *given)
{
	return (struct recorder){.choices = {choose}, .arena = t->out, .random = seed != NULL, .state = seed ? *seed : 0, .given = given, .watch = t->how.watch};
}

struct picks
recorder_picks(const struct recorder *r)
{
	return (struct picks){r->taken.n, r->taken.at};
}

/* A number for where the specification picks: the same for all clients of a kind. */
static uint64_t
place_of(const struct trial *t, const struct actor *a, int alternative, enum pick_of what)
{
	uint64_t kind = (uint64_t)(a->who.kind - t->model->spec->clients);
	return random_mix(random_mix(kind + 1) ^ ((uint64_t)alternative * 4 + (uint64_t)what + 1));
}

/* Each client's n-th call has a stream of its own. */
struct recorder
recorder_of_call(struct trial *t, int client, size_t nth, int alternative, enum pick_of what, const struct picks *given)
{
	if (!t->draws.settings) {
		struct recorder r = recorder(t, NULL, given);
		r.client = client;
		r.call = what == PICK_THEN ? nth - 1 : nth;
		r.what = what;
		return r;
	}
	uint64_t seed = random_mix(t->draws.settings->seed ^ random_mix((uint64_t)client * 1000003 + nth * 4 + (uint64_t)what + 1));
	struct recorder r = recorder(t, &seed, NULL);
	r.biases = t->draws.settings->biases;
	r.place = place_of(t, &t->actors[client], alternative, what);
	return r;
}
