#include "trial/patience.h"

enum {
	/* how many times as long as usual: in all phases of a test that is made again, and in its last one */
	MORE = 10,
	MUCH_MORE = 100,
	/* what may become usual for all tests; and what may for one, in two steps */
	MOST = 16,
	FOR_ONE = 160,
	AT_LAST = 1000,
	/* where calls run freely, a failure comes back in so many runs */
	FREE_RUNS = 5,
};

/* --- how long --- */

struct patience_watch
patience_watch(const struct patience *p)
{
	static const struct patience_watch times[] = {
		[PATIENCE_USUAL] = {1, 1}, [PATIENCE_IN_ALL_PHASES] = {MORE, MUCH_MORE}, [PATIENCE_IN_THE_LAST] = {1, MUCH_MORE}, [PATIENCE_FREELY] = {MORE, MUCH_MORE},
	};
	return (struct patience_watch){p->usual * times[p->stage].before, p->usual * times[p->stage].last};
}

unsigned
patience_usual(const struct patience *p)
{
	return p->usual;
}

unsigned
patience_longer(void)
{
	return MORE;
}

/* --- what a test has shown --- */

/* What one test has needed that is more than others may, they do not get. */
void
patience_new_test(struct patience *p)
{
	p->usual = p->usual < MOST ? p->usual : MOST;
	p->spent = 0;
	p->trusting = false;
}

void
patience_need(struct patience *p, unsigned usual)
{
	p->usual = usual > p->usual ? usual : p->usual;
	p->spent = 0;
}

void
patience_begin(struct patience *p)
{
	p->rests.n = p->rests.cap = 0;
	p->rests.at = NULL;
	p->polled = p->unclear = p->doubts = false;
}

void
patience_rest(struct patience *p, struct arena *a, enum certainty certainty)
{
	vec_push(a, &p->rests, certainty);
	p->polled = p->polled || (!p->free && certainty > CERTAIN_BUT_LATE);
	p->unclear = p->unclear || certainty == UNCLEAR;
	p->doubts = false;
}

void
patience_unrest(struct patience *p)
{
	p->rests.n--;
}

void
patience_rest_after_all(struct patience *p)
{
	p->rests.n++;
}

void
patience_unsure(struct patience *p)
{
	p->polled = true;
}

bool
patience_insists(const struct patience *p)
{
	return p->stage != PATIENCE_USUAL;
}

/*
 * Where calls run freely, a call that has returned is a fact, and so is that all threads wait for each other. The rest may come of a call that was
 * on its way when a phase ended.
 */
static bool
doubts_freely(const struct patience *p, enum failure failure, enum certainty certainty)
{
	return !p->trusting && (p->polled || (failure == FAILURE_PROGRESS && certainty != CERTAIN));
}

/* What was unclear is doubted each time. */
void
patience_failed(struct patience *p, enum failure failure, enum certainty certainty, bool outstanding)
{
	bool late = certainty == CERTAIN_BUT_LATE && (failure == FAILURE_PROGRESS || outstanding);
	bool doubts = p->free ? doubts_freely(p, failure, certainty) : late || p->unclear || (p->polled && !p->trusting);
	p->doubts = doubts && !patience_insists(p);
}

void
patience_stuck(struct patience *p)
{
	p->doubts = p->doubts || (p->free && !p->trusting && !patience_insists(p));
}

/* --- what is believed --- */

static unsigned
next(unsigned usual)
{
	return usual < MOST ? usual * 2 : usual < FOR_ONE ? FOR_ONE : AT_LAST;
}

static enum patience_belief
cannot_tell(const char **why, const char *words)
{
	*why = words;
	return PATIENCE_CANNOT_TELL;
}

/* What it cost to find out counts as steps only where this may come again and again, as the next tests cannot have more. */
static enum patience_belief
ask_anew(struct patience *p, const char **why)
{
	p->spent += p->usual < MOST ? 0 : p->tried;
	if (p->usual == AT_LAST)
		return cannot_tell(why, "calls go through so many primitives before they return that they cannot be told from calls that poll");
	p->stage = PATIENCE_USUAL;
	p->usual = next(p->usual);
	return PATIENCE_ASKS_ANEW;
}

static enum patience_belief
ask_again(struct patience *p, enum patience_stage stage)
{
	p->stage = stage;
	return PATIENCE_ASKS_AGAIN;
}

static enum patience_belief
take_first(struct patience *p, const struct patience_seen *s)
{
	p->late = s->certainty == CERTAIN_BUT_LATE;
	p->made = 0;
	p->tried = s->steps;
	return p->doubts ? ask_again(p, p->free ? PATIENCE_FREELY : PATIENCE_IN_ALL_PHASES) : PATIENCE_BELIEVES;
}

/* Made with patience in the last phase alone, it has failed in a way that what is not known of the others does not explain. */
static bool
is_certain(const struct patience_seen *s)
{
	return s->end == TRIAL_FAILED && (!s->judged || (s->loosely == OUTCOME_FAIL && s->certainty != CERTAIN_BUT_LATE));
}

static bool
shows_nothing(const struct patience_seen *s)
{
	return s->end == TRIAL_PASSED || (s->end == TRIAL_FAILED && s->judged && s->loosely == OUTCOME_PASS);
}

enum patience_belief
patience_take(struct patience *p, const struct patience_seen *s, const char **why)
{
	switch (p->stage) {
	case PATIENCE_USUAL:
		return take_first(p, s);
	case PATIENCE_FREELY:
		if (s->end != TRIAL_PASSED)
			return PATIENCE_BELIEVES;
		return ++p->made < FREE_RUNS
			? PATIENCE_ASKS_AGAIN
			: cannot_tell(why, "a failure was seen that may come of calls that were only slow, and it did not come back in 5 runs with more time");
	case PATIENCE_IN_ALL_PHASES:
		if (s->end != TRIAL_PASSED)
			return PATIENCE_BELIEVES;
		if (p->late)
			return cannot_tell(why, "a call that must return does so only after a sleep or a timeout beyond `testing: horizon`; raise it");
		p->tried += s->steps;
		return ask_again(p, PATIENCE_IN_THE_LAST);
	case PATIENCE_IN_THE_LAST:
		if (is_certain(s))
			return PATIENCE_BELIEVES;
		if (p->usual > 1 && !shows_nothing(s))
			return cannot_tell(why, "a failure did not come back when those who poll were waited for longer in all phases, but did when they were only in the last one");
		p->tried += s->steps;
		return ask_anew(p, why);
	}
	return PATIENCE_BELIEVES;
}

void
patience_insist(struct patience *p)
{
	p->stage = p->free ? PATIENCE_FREELY : PATIENCE_IN_ALL_PHASES;
}

void
patience_end(struct patience *p)
{
	p->stage = PATIENCE_USUAL;
}
