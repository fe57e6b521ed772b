#include "trial/repeat.h"

#include "trial/running.h"

#include <string.h>

/* How often a test that once went another way is made again to see where. */
enum { LOOKS = 8 };

/* --- is it the same --- */

static bool
same_phase(const struct test_phase *a, const struct test_phase *b)
{
	return a->steps == b->steps && a->mark == b->mark && a->nchoices == b->nchoices && a->n == b->n;
}

/* The first phase in which the steps differ; that after the last one if there is none. */
static size_t
first_other(const struct test *a, const struct test *b)
{
	size_t i = 0;
	while (i < a->n && i < b->n && same_phase(&a->phases[i], &b->phases[i]))
		i++;
	return i;
}

static bool
same_tests(const struct test *a, const struct test *b)
{
	return a->n == b->n && first_other(a, b) == a->n;
}

/* --- where --- */

static bool
same_step(const struct trace_step *a, const struct trace_step *b)
{
	return a->phase == b->phase && a->actor == b->actor && strcmp(a->action, b->action) == 0 && a->placed == b->placed && a->place == b->place && a->time == b->time;
}

static bool
find_step(const struct trace *a, const struct trace *b, struct difference *d)
{
	size_t i = 0;
	while (i < a->n && i < b->n && same_step(&a->at[i], &b->at[i]))
		i++;
	d->first = i < a->n ? &a->at[i] : NULL;
	d->second = i < b->n ? &b->at[i] : NULL;
	d->seen = d->first || d->second;
	return d->seen;
}

/* Makes it several times more with its steps kept, until two of the runs differ. */
static void
look(struct trial *t, const struct test *test, struct difference *d)
{
	struct trial_result one, other;
	const struct trial_how how = {.steps = true};
	trial_again(t, &t->repeated, test, &how, &one);
	for (int i = 0; i < LOOKS && !d->seen; i++) {
		trial_again(t, &t->repeated, test, &how, &other);
		find_step(&one.trace, &other.trace, d);
	}
}

/* --- again --- */

bool
trial_repeats(struct trial *t, struct trial_result *result, struct difference *d)
{
	struct trial_stats *counted = t->stats, ignored = *counted; /* what is known of places is not counted, and stays */
	struct tally *tally = t->judge_options.tally;
	struct trial_result again;
	*d = (struct difference){.variant = result->test->variant};
	arena_free(&t->repeated);
	ignored.ops = arena_array(&t->repeated, struct trial_operation_stats, t->model->spec->nops + 1);
	t->stats = &ignored;
	t->judge_options.tally = NULL;
	trial_again(t, &t->repeated, result->test, &(struct trial_how){0}, &again);
	bool same = same_tests(result->test, again.test) && again.end == TRIAL_PASSED;
	if (!same) {
		d->phase = first_other(result->test, again.test);
		if (again.end == TRIAL_PASSED)
			look(t, result->test, d);
		else
			*result = again;
	}
	t->stats = counted;
	t->judge_options.tally = tally;
	return same;
}
