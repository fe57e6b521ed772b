/* The report on an implementation as a page in HTML. */
#include "report/picture.h"

#include <inttypes.h>
#include <string.h>

/* --- a failure --- */

static void
write_headline(struct text *out, const json_t *o)
{
	const char *message = json_words(o, "message"), *happened = json_words(o, "happened");
	if (!message)
		return;
	text_str(out, "<p class=\"lead\"><strong>");
	html_text(out, message);
	text_str(out, "</strong>");
	if (happened && *happened) {
		text_str(out, ": ");
		html_text(out, happened);
	}
	text_str(out, "</p>\n");
}

static void
write_joined(struct text *out, const json_t *list)
{
	size_t i;
	json_t *s;
	json_array_foreach(list, i, s) {
		text_str(out, i ? ", " : "");
		html_text(out, json_string_value(s) ? json_string_value(s) : "");
	}
}

static void
write_fact(struct text *out, const char *name, const char *words)
{
	if (!words || !*words)
		return;
	text_printf(out, "<dt>%s</dt><dd>", name);
	html_text(out, words);
	text_str(out, "</dd>\n");
}

static void
write_parameters_of(struct text *out, const json_t *o)
{
	const json_t *parameters = json_object_get(o, "parameters");
	const char *key, *separator = "<dt>Parameters</dt><dd class=\"mono\">";
	json_t *value;
	json_object_foreach((json_t *)(uintptr_t)parameters, key, value) {
		text_str(out, separator);
		html_text(out, key);
		text_str(out, " = ");
		html_text(out, json_string_value(value) ? json_string_value(value) : "");
		separator = ", ";
	}
	text_str(out, json_object_size(parameters) ? "</dd>\n" : "");
}

static void
write_place(struct text *out, const char *what, const json_t *place)
{
	const char *file = json_words(place, "file"), *function = json_words(place, "function");
	if (!file && !function)
		return;
	text_printf(out, "<dt>%s</dt><dd>", what);
	html_text(out, function ? function : "");
	text_str(out, function && file ? ", " : "");
	html_text(out, file ? file : "");
	if (file)
		text_printf(out, ":%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(place, "line")));
	text_str(out, "</dd>\n");
}

static void
write_shrunk(struct text *out, const json_t *shrunk)
{
	json_int_t from = json_integer_value(json_object_get(shrunk, "from")), to = json_integer_value(json_object_get(shrunk, "to"));
	json_int_t runs = json_integer_value(json_object_get(shrunk, "runs"));
	if (runs && to < from)
		text_printf(out, "<dt>Made smaller</dt><dd>to %" JSON_INTEGER_FORMAT " call%s from %" JSON_INTEGER_FORMAT ", in %" JSON_INTEGER_FORMAT " run%s</dd>\n", to, to == 1 ? "" : "s",
			from, runs, runs == 1 ? "" : "s");
}

static void
write_facts(struct text *out, const json_t *o)
{
	const json_t *shrunk = json_object_get(o, "shrunk"), *needs = json_object_get(o, "needs");
	text_str(out, "<dl class=\"facts\">\n");
	write_fact(out, "Class", json_words(o, "class"));
	write_fact(out, "Needs calls that overlap", json_words(o, "overlap"));
	if (json_array_size(needs)) {
		text_str(out, "<dt>Needs</dt><dd>");
		write_joined(out, needs);
		text_str(out, "</dd>\n");
	}
	write_place(out, "Where", json_object_get(o, "place"));
	write_place(out, "Allocated", json_array_get(json_object_get(o, "allocated"), 0));
	write_place(out, "Freed", json_array_get(json_object_get(o, "freed"), 0));
	write_parameters_of(out, o);
	if (shrunk)
		write_shrunk(out, shrunk);
	text_str(out, "</dl>\n");
}

/* --- why --- */

static void
write_circumstance(struct text *out, const json_t *at, bool blocked)
{
	const char *after = json_words(at, "after"), *values = json_words(at, "values");
	if ((!after || !*after) && (!values || !*values))
		return;
	text_str(out, "<li><code>");
	html_text(out, values && *values ? values : blocked ? "it could go ahead" : "it does not hold");
	text_str(out, "</code>");
	if (after && *after) {
		text_str(out, " after <code>");
		html_text(out, after);
		text_str(out, "</code>");
	}
	text_str(out, "</li>\n");
}

/* What the specification says to whoever breaks it, and who should have gone before. */
static void
write_words(struct text *out, const json_t *at)
{
	const json_t *overtaken = json_object_get(at, "overtaken");
	const char *message = json_words(at, "message"), *last = json_is_true(json_object_get(at, "one_is_enough")) ? " or " : " and ";
	size_t n = json_array_size(overtaken);
	if (message) {
		text_str(out, "<li>");
		html_text(out, message);
		text_str(out, "</li>\n");
	}
	for (size_t i = 0; i < n; i++) {
		text_str(out, i == 0 ? "<li>" : i + 1 == n ? last : ", ");
		html_element(out, "code", NULL, picture_text(overtaken, i));
	}
	text_str(out, n ? " should have gone before it</li>\n" : "");
}

/* Was the same said of the circumstance before? */
static bool
was_said(const json_t *circumstances, size_t i)
{
	const json_t *at = json_array_get(circumstances, i), *before = i ? json_array_get(circumstances, i - 1) : NULL;
	static const char *const keys[] = {"message", "overtaken", "one_is_enough"};
	bool same = before;
	for (size_t k = 0; k < sizeof keys / sizeof *keys && same; k++) {
		const json_t *a = json_object_get(at, keys[k]), *b = json_object_get(before, keys[k]);
		same = a && b ? json_equal(a, b) : a == b;
	}
	return same;
}

/* What stays blocked: since when it should not. */
static void
write_bound(struct text *out, const json_t *why, const char *clause)
{
	json_int_t phase = json_integer_value(json_object_get(why, "bound_in"));
	text_str(out, " is still blocked");
	if (phase)
		text_printf(out, "; it was bound to go ahead in phase %" JSON_INTEGER_FORMAT, phase);
	text_str(out, clause ? ", but this holds: " : strcmp(json_words(why, "rule") ? json_words(why, "rule") : "", "reject") ? ", and nothing stands in its way" : ", but it is to be refused at once");
}

static void
write_why(struct text *out, const json_t *why, bool blocked)
{
	const char *client = json_words(why, "client"), *call = json_words(why, "call"), *clause = json_words(why, "clause"), *rule = json_words(why, "rule");
	const json_t *at = json_object_get(why, "circumstances");
	text_str(out, "<li><code>");
	html_text(out, client ? client : "");
	text_char(out, ' ');
	html_text(out, call ? call : "");
	text_str(out, "</code>");
	if (blocked)
		write_bound(out, why, clause);
	else
		text_str(out, " needs ");
	if (clause) {
		html_element(out, "code", NULL, clause);
		text_str(out, " <span class=\"faint\">(");
		html_text(out, rule ? rule : "");
		text_str(out, ")</span>");
	}
	for (size_t i = 0; i < json_array_size(at); i++) {
		text_str(out, i ? "" : "\n<ul>\n");
		if (!was_said(at, i))
			write_words(out, json_array_get(at, i));
		write_circumstance(out, json_array_get(at, i), blocked);
	}
	text_str(out, json_array_size(at) ? "</ul></li>\n" : "</li>\n");
}

static void
write_reasons(struct text *out, const json_t *o, unsigned level)
{
	const json_t *whys = json_object_get(o, "why");
	for (size_t i = 0; i < json_array_size(whys); i++) {
		if (i == 0)
			text_printf(out, "<h%u>Why</h%u>\n<ul>\n", level, level);
		write_why(out, json_array_get(whys, i), json_object_get(json_array_get(whys, i), "bound_in") != NULL);
	}
	text_str(out, json_array_size(whys) ? "</ul>\n" : "");
}

/* --- the model --- */

static void
write_state(struct text *out, const char *state, const char *scheduling)
{
	text_str(out, "<div>");
	html_text(out, *state || *scheduling ? state : "(it has no state)");
	if (*scheduling) {
		text_str(out, " <span class=\"faint\">scheduling:</span> ");
		html_text(out, scheduling);
	}
	text_str(out, "</div>");
}

static void
write_states_of(struct text *out, const json_t *model, size_t phase, size_t phases)
{
	const json_t *states = json_object_get(model, "states"), *scheduling = json_object_get(model, "scheduling");
	text_printf(out, phase > phases ? "<tr><th scope=\"row\">the end</th><td class=\"mono\">" : "<tr><th scope=\"row\">phase %zu</th><td class=\"mono\">", phase);
	for (size_t i = 0; i < json_array_size(states); i++) {
		const char *state = json_string_value(json_array_get(states, i)), *sched = json_string_value(json_array_get(scheduling, i));
		write_state(out, state ? state : "", sched ? sched : "");
	}
	text_str(out, json_is_true(json_object_get(model, "more")) ? "and more</td></tr>\n" : "</td></tr>\n");
}

/* For those who cannot hover, and on paper. */
static void
write_models(struct text *out, const json_t *o)
{
	const json_t *models = json_object_get(o, "models");
	if (!json_array_size(models))
		return;
	text_str(out, "<details><summary>The model before each phase</summary>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">before</th><th scope=\"col\">it may be in</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < json_array_size(models); i++)
		write_states_of(out, json_array_get(models, i), i + 1, json_array_size(json_object_get(o, "counterexample")));
	text_str(out, "</tbody></table></div>\n</details>\n");
}

void
html_failure(struct text *out, const json_t *o, const char *id, unsigned level)
{
	write_headline(out, o);
	if (json_words(o, "class"))
		write_facts(out, o);
	draw_counterexample(out, o, id);
	write_reasons(out, o, level);
	write_models(out, o);
	html_details(out, "What the implementation printed", json_words(o, "output"), false);
}

/* --- an implementation --- */

static void
write_found(struct text *out, const struct tested *t)
{
	if (t->verdict == TESTED_FAIL && t->round && !t->exhaustive)
		text_printf(out, "<dt>Found</dt><dd>in round %d, after %" PRIu64 " test%s</dd>\n", t->round, t->tests_in_round, t->tests_in_round == 1 ? "" : "s");
}

static void
write_run(struct text *out, const struct tested *t)
{
	struct text seed = {0}, engine = {0}, again = {0};
	text_printf(&seed, "0x%" PRIx64 ", %" PRIu64, t->seed, t->tests);
	if (t->verdict != TESTED_FAIL && t->tests < tested_asked(t))
		text_printf(&seed, " of %" PRIu64, tested_asked(t));
	text_printf(&seed, " test%s", t->tests == 1 ? "" : "s");
	text_printf(&engine, "%s%s%s", t->engine ? t->engine : "", t->engine_why ? ": " : "", t->engine_why ? t->engine_why : "");
	text_str(out, "<dl class=\"facts\">\n");
	write_fact(out, "Resource", t->model->spec->resource);
	write_found(out, t);
	write_fact(out, "Seed", seed.s);
	write_fact(out, "Engine", engine.s);
	if (t->variant)
		write_fact(out, "Variant", variant_name(t->variant));
	if (t->replay) {
		text_str(&again, "srtest replay ");
		text_shell(&again, t->replay);
	}
	write_fact(out, "Again", again.s);
	text_str(out, "</dl>\n");
	text_free(&again);
	text_free(&seed);
	text_free(&engine);
}

static void
write_implementation(struct text *out, const struct tested *t, size_t number)
{
	static const struct report_style plain = {.verbose = true};
	struct text words = {0};
	json_t *o = tested_json(t);
	char id[32];
	snprintf(id, sizeof id, "i%zu", number);
	text_printf(out, "<section id=\"%s\">\n<h1>", id);
	html_text(out, t->implementation);
	text_char(out, ' ');
	html_badge(out, json_words(o, "verdict"));
	text_str(out, "</h1>\n");
	html_element(out, "p", "lead", t->reason);
	html_failure(out, o, id, 2);
	write_run(out, t);
	write_text(&words, &plain, t, 1);
	html_details(out, "The report in words", words.s, true);
	text_str(out, "</section>\n");
	text_free(&words);
	json_decref(o);
}

void
write_html(struct text *out, const struct report_style *style, const struct tested *at, size_t n)
{
	struct text title = {0};
	text_printf(&title, "%s: %s", n ? at[0].model->spec->resource : "srtest", n ? at[0].implementation : "");
	html_begin(out, title.s);
	text_str(out, "<main>\n");
	for (size_t i = 0; i < n; i++)
		write_implementation(out, &at[i], i + 1);
	text_str(out, "</main>\n");
	html_end(out);
	text_free(&title);
}
