#include "tester/tester.h"

#include <string.h>

/* Tests in which places are looked for; tests of a mutant in each round, unless another number was asked for. */
enum { LOOKS = 200, TESTS = 1000 };

static const struct {
	const char *action;
	enum srtest_mutation mutation;
	const char *change;
} mutations[] = {
	{"signal condition", SRTEST_NO_WAKE, "signal condition: wakes nobody"},
	{"broadcast condition", SRTEST_NO_WAKE, "broadcast condition: wakes nobody"},
	{"wait on condition", SRTEST_NO_RECHECK, "wait on condition: what is waited for is not checked again"},
	{"broadcast condition", SRTEST_WAKE_ONE, "broadcast condition: wakes only one"},
	{"post semaphore", SRTEST_NO_WAKE, "post semaphore: does nothing"},
	{"wait for semaphore", SRTEST_NO_WAIT, "wait for semaphore: does nothing"},
	{"wake futex", SRTEST_NO_WAKE, "wake futex: wakes nobody"},
	{"wake futex", SRTEST_WAKE_ONE, "wake futex: wakes only one"},
	{"lock mutex", SRTEST_NO_LOCK, "lock mutex: it is free again at once"},
	{"lock for writing", SRTEST_WEAK_LOCK, "lock for writing: locks for reading"},
};
enum { MUTATIONS = sizeof mutations / sizeof *mutations };

/* Runs a few tests more to see from where primitives are called. */
static const struct trial_site *
look(struct trial *t, const struct tester_options *o, struct rounds_result *r, size_t *n)
{
	struct rounds_options rounds = {.seed = o->rounds.seed, .tests = LOOKS, .common = o->rounds.common, .collect = true};
	rounds_run(t, &rounds, r);
	return trial_sites(t, n);
}

/* Code can be changed only where the host finds its way in it, and only where it runs. */
static bool
can_be_made(struct trial *t, const struct tester_options *o)
{
	struct rounds_result r;
	size_t n;
	if (o->host.mutation != SRTEST_NO_RECHECK)
		return true;
	const struct trial_site *sites = look(t, o, &r, &n);
	for (size_t i = 0; i < n; i++)
		if (sites[i].place == o->host.mutated && (strcmp(sites[i].action, "leave loop") == 0 || strcmp(sites[i].action, "find loop over") == 0))
			return true;
	return r.trial.end != TRIAL_PASSED;
}

static enum mutant_fate
fate_of(const struct rounds_result *r)
{
	switch (r->trial.end) {
	case TRIAL_FAILED:
		return MUTANT_TOLD;
	case TRIAL_PASSED:
		return r->interrupted || r->out_of_time ? MUTANT_UNDECIDED : MUTANT_SURVIVED;
	case TRIAL_UNDECIDED:
	case TRIAL_BAD_SPEC:
	case TRIAL_NO_HOST:
		break;
	}
	return MUTANT_UNDECIDED;
}

static void
try_mutant(struct arena *a, struct diags *d, const struct model *m, const struct tester_options *o, struct tested_mutant *mutant)
{
	struct rounds_options rounds = o->rounds;
	struct rounds_result r = {0};
	struct trial *t = trial_new(d, m, &o->host, &o->judge);
	if (!t)
		return;
	rounds.tests = o->rounds.tests ? o->rounds.tests : TESTS;
	bool made = can_be_made(t, o);
	if (made)
		rounds_run(t, &rounds, &r);
	mutant->fate = made ? fate_of(&r) : MUTANT_IMPOSSIBLE;
	mutant->tests = r.total;
	if (mutant->fate == MUTANT_TOLD)
		mutant->class = arena_strdup(a, tester_class(&r.trial));
	trial_free(t);
}

static bool
ended(const struct rounds_options *o)
{
	return o->interrupted && o->interrupted(o->context);
}

void
tester_mutate(struct arena *a, struct diags *d, struct trial *trial, const struct model *m, const struct tester_options *o, struct tested *tested)
{
	struct rounds_result r;
	size_t nsites;
	const struct trial_site *sites = look(trial, o, &r, &nsites);
	struct tested_mutant *mutants = arena_array(a, struct tested_mutant, nsites * MUTATIONS + 1);
	tested->mutated = true;
	tested->mutants = mutants;
	for (size_t i = 0; i < nsites; i++)
		for (size_t k = 0; k < MUTATIONS && !ended(&o->rounds); k++) {
			if (strcmp(sites[i].action, mutations[k].action) != 0)
				continue;
			struct tester_options changed = *o;
			struct tested_mutant *mutant = &mutants[tested->nmutants++];
			changed.host.mutation = mutations[k].mutation;
			changed.host.mutated = sites[i].place;
			changed.host.others.which = 0; /* the place is one in the usual variant */
			*mutant = (struct tested_mutant){.change = mutations[k].change, .place = place_find(a, o->host.library, sites[i].place - 1), .fate = MUTANT_UNDECIDED};
			try_mutant(a, d, m, &changed, mutant);
		}
}
