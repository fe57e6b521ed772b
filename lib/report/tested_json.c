/* The report on an implementation as JSON, an object in a line; srtest-json(5) describes it. */
#include "report/private.h"

#include <inttypes.h>

static const char *const verdicts[] = {[TESTED_PASS] = "pass", [TESTED_FAIL] = "fail", [TESTED_UNDECIDED] = "undecided", [TESTED_ERROR] = "error"};
static const char *const overlaps[] = {[OVERLAP_UNKNOWN] = "unknown", [OVERLAP_NO] = "no", [OVERLAP_YES] = "yes"};
static const char *const endings[] = {
	[STEP_GOES_ON] = "goes on", [STEP_BLOCKS] = "blocks", [STEP_PREEMPTED] = "preempted", [STEP_GIVES_WAY] = "gives way", [STEP_WAKES] = "goes on",
};

static void
put(json_t *o, const char *key, const char *value)
{
	if (value)
		json_object_set_new(o, key, json_plain(value));
}

static void
put_number(json_t *o, const char *key, uint64_t n)
{
	json_object_set_new(o, key, json_integer((json_int_t)n));
}

static void
put_bool(json_t *o, const char *key, bool value)
{
	json_object_set_new(o, key, json_boolean(value));
}

json_t *
json_place(const struct place *p)
{
	json_t *o = json_object();
	put_number(o, "offset", p->offset);
	put(o, "function", p->function);
	put(o, "file", p->file);
	if (p->file)
		put_number(o, "line", (uint64_t)p->line);
	return o;
}

static void
put_backtrace(json_t *o, const char *key, const struct backtrace *b)
{
	if (!b->n)
		return;
	json_t *list = json_array();
	for (size_t i = 0; i < b->n; i++) {
		json_t *line = json_place(&b->at[i].place);
		put_number(line, "number", b->at[i].number);
		put(line, "object", b->at[i].object);
		json_array_append_new(list, line);
	}
	json_object_set_new(o, key, list);
}

static void
put_places(json_t *o, const struct tested *t)
{
	if (t->stack.place.known)
		json_object_set_new(o, "place", json_place(&t->stack.place));
	put_backtrace(o, "stack", &t->stack);
	put_backtrace(o, "allocated", &t->allocated);
	put_backtrace(o, "freed", &t->freed);
}

static json_t *
json_step(const struct story *s, const struct story_step *step)
{
	json_t *o = json_object();
	put_number(o, "phase", step->phase);
	put(o, "actor", s->actors[step->actor]);
	put(o, "action", step->action);
	put(o, "object", step->object);
	put(o, "call", step->call);
	put(o, "wakes", step->wakes);
	put(o, "then", endings[step->ending]);
	if (step->place.known)
		json_object_set_new(o, "place", json_place(&step->place));
	return o;
}

static json_t *
json_story(const struct story *s)
{
	json_t *list = json_array();
	for (size_t i = 0; i < s->n; i++)
		json_array_append_new(list, json_step(s, &s->at[i]));
	return list;
}

static json_t *
json_operation(const struct tested_operation *op)
{
	json_t *o = json_object(), *cases = json_object();
	put(o, "name", op->name);
	put_number(o, "made", op->made);
	put_number(o, "returned", op->returned);
	put_number(o, "blocked", op->blocked);
	put_number(o, "released", op->released);
	put_number(o, "together", op->together);
	put_number(o, "behind", op->behind);
	put_number(o, "parted", op->parted);
	put_bool(o, "guarded", op->guarded);
	put_number(o, "held", op->held);
	put_number(o, "kept", op->kept);
	put_number(o, "kept_by_policy", op->kept_by_policy);
	for (size_t i = 0; i < op->ncases; i++)
		put_number(cases, op->cases[i].name, op->cases[i].calls);
	json_object_set_new(o, "cases", cases);
	return o;
}

/* Of what has one, there is nothing to tell. */
static void
put_variants(json_t *o, const struct tested_statistics *s)
{
	json_t *all = json_array();
	for (size_t i = 0; i < s->nvariants; i++) {
		json_t *v = json_object();
		put(v, "name", variant_name(s->variants[i].variant));
		put_number(v, "tests", s->variants[i].tests);
		put(v, "lacking", s->variants[i].lacking);
		json_array_append_new(all, v);
	}
	if (s->nvariants > 1)
		json_object_set(o, "variants", all);
	json_decref(all);
}

static json_t *
json_statistics(const struct tested_statistics *s)
{
	json_t *o = json_object(), *ops = json_array();
	put_number(o, "tests", s->tests);
	put_number(o, "calls", s->calls);
	put_number(o, "phases", s->phases);
	put_number(o, "steps", s->steps);
	put_number(o, "blocked", s->blocked);
	put_number(o, "released", s->released);
	put_number(o, "destroyed", s->destroyed);
	put_number(o, "cut_short", s->cut);
	put_number(o, "states", s->states);
	put_bool(o, "more_states", s->more_states);
	json_t *strategies = json_object();
	for (size_t i = 0; i < s->nstrategies; i++)
		put_number(strategies, s->strategies[i].name, s->strategies[i].tests);
	json_object_set_new(o, "strategies", strategies);
	put_variants(o, s);
	put_number(o, "clients_at_once", s->at_once);
	put_number(o, "schedules", s->schedules);
	put_number(o, "scheduled_tests", s->scheduled);
	if (s->tells_crossings)
		put_number(o, "crossed_tests", s->crossed);
	put_number(o, "places", s->places);
	put_number(o, "stopped_tests", s->stopped_tests);
	put_number(o, "stops", s->stops);
	for (size_t i = 0; i < s->nops; i++)
		json_array_append_new(ops, json_operation(&s->ops[i]));
	json_object_set_new(o, "operations", ops);
	return o;
}

/* The calls that had not returned before the phase that decided. */
static json_t *
json_pending(const struct tested *t)
{
	json_t *list = json_array();
	for (size_t i = 0; i < t->judged->ncalls; i++) {
		const struct judged_call *c = &t->judged->outstanding[i];
		struct text call = {0};
		if (c->fresh)
			continue;
		text_printf(&call, "%s %s", t->history->clients[c->client], c->call);
		json_array_append_new(list, json_plain(call.s));
		text_free(&call);
	}
	return list;
}

/* By name; those that --define fixed too. */
static json_t *
json_parameters(const struct rules *r)
{
	json_t *o = json_object();
	const struct variables *v = &r->model->spec->params;
	for (size_t i = 0; i < v->n; i++) {
		struct text value = {0};
		value_print(&value, v->at[i].type, r->params[i]);
		json_object_set_new(o, v->at[i].name, json_plain(value.s));
		text_free(&value);
	}
	return o;
}

/* Working out where the model may have been is a help to readers, not a verdict: it may not cost much. */
enum { MOST_CONFIGURATIONS = 50000, MOST_MEMORY = 64 << 20 };

static const char *
client_name(int client, void *history)
{
	return ((const struct history *)history)->clients[client];
}

static json_t *
json_model(const struct verdict *v)
{
	return json_pack("{s:o, s:o, s:b}", "states", json_strings(v->states, v->nstates), "scheduling", json_strings(v->scheduling, v->nstates), "more", v->more_states);
}

/* Where the model may have been before each phase, up to the first for which that cannot be told; before the last as the verdict has it. */
static json_t *
json_models(const struct tested *t)
{
	struct arena arena = {0};
	struct judge_options options = {.cap = MOST_CONFIGURATIONS, .memory = MOST_MEMORY};
	struct judge *judge = judge_new(&arena, t->model, &options);
	json_t *list = json_array();
	judge_name_clients(judge, client_name, (void *)(uintptr_t)t->history);
	judge_begin(judge, t->history->params);
	const struct verdict *now = judge_verdict(judge);
	for (size_t i = 0; i < t->history->n && now->outcome == OUTCOME_PASS && now->phases + 1 < t->judged->phase; i++) {
		judge_describe(judge);
		if (json_array_size(list) == now->phases)
			json_array_append_new(list, json_model(now));
		judge_event(judge, &t->history->lines[i].event);
	}
	if (json_array_size(list) + 1 == t->judged->phase)
		json_array_append_new(list, json_model(t->judged));
	judge_free(judge);
	arena_free(&arena);
	return list;
}

static void
put_history(json_t *o, const struct tested *t)
{
	struct judged j = {.model = t->model, .history = t->history, .verdict = t->judged};
	struct heap *heap = heap_new(t->model->spec->heap);
	struct rules r;
	rules_start(&r, t->model, heap, t->history->params);
	json_object_set_new(o, "parameters", json_parameters(&r));
	json_object_set_new(o, "counterexample", json_phases(&j, &r));
	put_number(o, "phase", t->judged->phase);
	json_object_set_new(o, "states", json_strings(t->judged->states, t->judged->nstates));
	json_object_set_new(o, "scheduling", json_strings(t->judged->scheduling, t->judged->nstates));
	json_object_set_new(o, "models", json_models(t));
	json_object_set_new(o, "pending", json_pending(t));
	json_object_set_new(o, "why", json_whys(&j));
	rules_stop(&r);
	heap_free(heap);
}

static json_t *
json_mutants(const struct tested *t)
{
	static const char *const fates[] = {[MUTANT_TOLD] = "told apart", [MUTANT_SURVIVED] = "not told apart", [MUTANT_UNDECIDED] = "undecided", [MUTANT_IMPOSSIBLE] = "cannot be made"};
	json_t *all = json_array();
	for (size_t i = 0; i < t->nmutants; i++) {
		json_t *o = json_object();
		put(o, "change", t->mutants[i].change);
		json_object_set_new(o, "place", json_place(&t->mutants[i].place));
		put(o, "fate", fates[t->mutants[i].fate]);
		put(o, "class", t->mutants[i].class);
		put_number(o, "tests", t->mutants[i].tests);
		json_array_append_new(all, o);
	}
	return all;
}

/* Who ran when all ended, unless others may have gone on since the last step that is known. */
static void
put_actor(json_t *o, const struct tested *t)
{
	const struct story_step *last = t->story && t->story->n ? &t->story->at[t->story->n - 1] : NULL;
	if (last && last->ending == STEP_GOES_ON && t->happened && *t->happened)
		put(o, "actor", t->story->actors[last->actor]);
}

static void
put_failure(json_t *o, const struct tested *t)
{
	put(o, "class", t->class);
	put(o, "message", t->sentence);
	put(o, "happened", t->happened);
	put_actor(o, t);
	put(o, "strategy", t->strategy);
	if (t->variant)
		put(o, "variant", variant_name(t->variant));
	put(o, "overlap", overlaps[t->overlap]);
	json_object_set_new(o, "needs", json_strings(t->needs, t->nneeds));
	if (t->story) {
		put_number(o, "preemptions", t->story->preemptions);
		json_object_set_new(o, "schedule", json_story(t->story));
	}
	json_object_set_new(o, "shrunk", json_pack("{s:I, s:I, s:I}", "from", (json_int_t)t->calls, "to", (json_int_t)t->smallest, "runs", (json_int_t)t->runs));
	json_object_set_new(o, "confirmed", json_pack("{s:I, s:I}", "alike", (json_int_t)t->alike, "runs", (json_int_t)t->confirmations));
	put(o, "shut", t->shut);
	if (t->waited)
		put_bool(o, "waited", true);
	put(o, "output", t->output);
	put(o, "replay", t->replay);
}

static json_t *
json_exhaustive(const struct tested_exhaustive *e)
{
	json_t *o = json_object(), *sizes = json_array();
	put_number(o, "preemptions", e->preemptions);
	put_number(o, "calls", e->calls);
	put_number(o, "clients", e->clients);
	put_number(o, "choices", e->choices);
	put_number(o, "burst", e->burst);
	put_number(o, "complete", e->complete);
	for (size_t i = 0; i < e->n; i++) {
		const struct tested_size *s = &e->sizes[i];
		json_array_append_new(sizes, json_pack("{s:I, s:I, s:I, s:b}", "tests", (json_int_t)s->tests, "schedules", (json_int_t)s->schedules, "runs", (json_int_t)s->runs,
			"complete", s->complete));
	}
	json_object_set_new(o, "sizes", sizes);
	put_bool(o, "narrowed", e->narrowed);
	put_bool(o, "every_schedule", !e->polled && !e->more);
	put_bool(o, "late", e->late);
	return o;
}

static json_t *
json_leak(const struct tested_leak *l)
{
	json_t *o = json_object();
	put_number(o, "tests", l->tests);
	put_number(o, "calls", l->calls);
	put_number(o, "descriptors", l->descriptors);
	put_number(o, "threads", l->threads);
	return o;
}

static json_t *
json_lost(const struct tested_lost *l)
{
	json_t *o = json_object();
	put_number(o, "tests", l->tests);
	put_number(o, "calls", l->calls);
	put_number(o, "blocks", l->blocks);
	put_number(o, "bytes", l->bytes);
	put_backtrace(o, "allocated", &l->allocated);
	return o;
}

static json_t *
json_attempts(const struct tested *t)
{
	json_t *list = json_array();
	for (size_t i = 0; i < t->nattempts; i++)
		json_array_append_new(list, json_string(t->attempts[i]));
	return list;
}

static void
put_share(json_t *o, const char *key, const struct tested_share *s)
{
	if (s->asked)
		json_object_set_new(o, key, json_pack("{s:I, s:I}", "tests", (json_int_t)s->made, "asked", (json_int_t)s->asked));
}

json_t *
tested_json(const struct tested *t)
{
	json_t *o = json_object();
	struct text seed = {0};
	text_printf(&seed, "0x%" PRIx64, t->seed);
	put(o, "implementation", t->implementation);
	put(o, "resource", t->model->spec->resource);
	put(o, "verdict", verdicts[t->verdict]);
	put(o, "reason", t->reason);
	put_number(o, "round", (uint64_t)t->round);
	put(o, "seed", seed.s);
	put_number(o, "tests", t->tests);
	put_share(o, "one_by_one", &t->one_by_one);
	put_share(o, "at_once", &t->at_once);
	if (t->undecided) {
		put_number(o, "undecided", t->undecided);
		put(o, "doubt", t->doubt);
	}
	put(o, "incomplete", t->incomplete);
	json_object_set_new(o, "seconds", json_real(t->seconds));
	put_bool(o, "interrupted", t->interrupted);
	put_bool(o, "out_of_time", t->out_of_time);
	put_number(o, "repeated", t->repeated);
	put_bool(o, "varies", t->varies);
	put(o, "engine", t->engine);
	put(o, "no_rare", t->no_rare);
	if (t->timeless)
		put_bool(o, "timeless", true);
	put(o, "allowed", t->allowed);
	put(o, "engine_why", t->engine_why);
	put(o, "carriers", t->carriers);
	put(o, "carriers_why", t->carriers_why);
	put(o, "sandbox", t->sandbox);
	if (t->nattempts)
		json_object_set_new(o, "attempts", json_attempts(t));
	if (t->mutated)
		json_object_set_new(o, "mutants", json_mutants(t));
	if (t->exhaustive)
		json_object_set_new(o, "exhaustive", json_exhaustive(t->exhaustive));
	if (t->verdict == TESTED_FAIL)
		put_failure(o, t);
	put_places(o, t);
	if (t->history && t->judged)
		put_history(o, t);
	if (t->nraces)
		json_object_set_new(o, "races", json_races(t));
	if (t->leak.tests)
		json_object_set_new(o, "leak", json_leak(&t->leak));
	if (t->lost.tests)
		json_object_set_new(o, "lost", json_lost(&t->lost));
	if (t->missed_races)
		put_number(o, "missed_races", t->missed_races);
	if (t->strange)
		put_bool(o, "strange_code", true);
	if (t->fenced)
		put_bool(o, "races_unjudged", true);
	json_object_set_new(o, "statistics", json_statistics(&t->statistics));
	text_free(&seed);
	return o;
}

void
write_json(struct text *out, const struct report_style *style, const struct tested *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		json_line(out, tested_json(&at[i]));
}
