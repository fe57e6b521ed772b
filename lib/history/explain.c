#include "history/history.h"
#include "history/reduce.h"

#include <string.h>

/* Bounds that do not depend on the machine, so that the same history is always explained in the same way. */
enum { FEW = 10, MOST_ASKED = 200, MOST_CONFIGS = 20000, MOST_SPENT = 200000 };

struct explaining {
	const struct model *model;
	struct judge_options options;
	const char *const *clients; /* of the history that is judged */
	size_t asked, spent; /* configurations that were looked at */
};

static const char *
name(int client, void *context)
{
	return ((const struct explaining *)context)->clients[client];
}

/* Judges the first n lines; if they are not all of them, the history ends there. */
static struct verdict
judge(struct explaining *x, struct arena *a, const struct history *h, size_t n, const struct judge_options *options)
{
	static const struct event end = {.kind = EVENT_END};
	struct judge *j = judge_new(a, x->model, options);
	bool fed = true;
	x->clients = h->clients;
	judge_name_clients(j, name, x);
	judge_begin(j, h->params);
	for (size_t i = 0; i < n && fed; i++)
		fed = judge_event(j, &h->lines[i].event);
	fed = fed && (n == h->n || judge_event(j, &end));
	struct verdict v = *judge_verdict(j);
	judge_free(j);
	if (!fed)
		v.outcome = OUTCOME_UNDECIDED;
	return v;
}

static enum outcome
outcome(struct explaining *x, const struct history *h)
{
	struct arena a = {0};
	struct verdict v = judge(x, &a, h, h->n, &x->options);
	x->asked++;
	x->spent += v.most;
	arena_free(&a);
	return v.outcome;
}

static bool
fails(void *context, const struct history *h)
{
	return outcome(context, h) == OUTCOME_FAIL;
}

static bool
explains(void *context, const struct history *h)
{
	return outcome(context, h) == OUTCOME_PASS;
}

static bool
enough(void *context)
{
	const struct explaining *x = context;
	return x->asked >= MOST_ASKED || x->spent >= MOST_SPENT;
}

static const struct event *
call_of(const struct history *h, size_t line)
{
	int client = h->lines[line].event.client;
	while (h->lines[line].event.kind != EVENT_CALLED || h->lines[line].event.client != client)
		line--;
	return &h->lines[line].event;
}

/* Have they different keys, so that neither can tell anything of the other? */
static bool
are_apart(const struct history *h, const struct event *a, const struct event *b)
{
	const char *key = h->spec->partition;
	for (size_t i = 0; key && i < a->op->n; i++)
		for (size_t k = 0; k < b->op->n; k++)
			if (strcmp(a->op->params[i].name, key) == 0 && strcmp(b->op->params[k].name, key) == 0)
				return value_compare(a->op->params[i].type, a->args[i], b->args[k]) != 0;
	return false;
}

/* Does the call change nothing, and does nobody look who waits? Or has it another key than the one whose return cannot be? */
static bool
drops(void *context, const struct history *h, size_t line, size_t n)
{
	const struct explaining *x = context;
	const struct event *e = call_of(h, line);
	const struct rule *own = &e->op->rule, *policy = h->spec->policy ? &h->spec->policy->rules[e->op->index] : own;
	if (h->lines[n - 1].event.kind == EVENT_RETURNED && are_apart(h, e, call_of(h, n - 1)))
		return true;
	return !x->model->arrivals && !e->op->post.code && !own->post_waiting.code && !policy->post_waiting.code;
}

bool
history_explain(struct arena *a, const struct model *m, const struct judge_options *options, const struct history *h, struct history_failure *f)
{
	struct explaining x = {.model = m, .options = *options};
	struct reduction with = {.fails = fails, .explains = explains, .enough = enough, .drops = drops, .context = &x, .few = FEW};
	x.options.tally = NULL;
	x.options.cap = x.options.cap && x.options.cap < MOST_CONFIGS ? x.options.cap : MOST_CONFIGS;
	if (outcome(&x, h) != OUTCOME_FAIL)
		return false; /* it takes more configurations than this may */
	f->history = history_reduce(a, &with, h);
	f->line = h->lines[with.end - 1].number;
	f->calls = with.calls;
	f->left = with.left;
	f->verdict = judge(&x, a, f->history, f->history->n, &x.options);
	bool before = judge(&x, a, f->history, f->history->n - (f->history->at_rest ? 1 : 2), &x.options).outcome == OUTCOME_PASS;
	x.options.in_rows = true; /* then the verdict says what the model may be in front of what cannot be */
	f->before = judge(&x, a, f->history, f->history->n, &x.options);
	return f->verdict.outcome == OUTCOME_FAIL && f->before.outcome == OUTCOME_FAIL && before && f->line > 0;
}
