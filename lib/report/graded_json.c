#include "report/graded_private.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdicts[] = {[TESTED_PASS] = "pass", [TESTED_FAIL] = "fail", [TESTED_UNDECIDED] = "undecided", [TESTED_ERROR] = "error"};
static const char *const outcomes[] = {[ROUND_PASSED] = "passed", [ROUND_FAILED] = "failed", [ROUND_UNDECIDED] = "undecided", [ROUND_NOT_RUN] = "not run"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* --- to JSON --- */

static void
add_byte(struct text *t, char c)
{
	text_printf(t, "\\x%02x", (unsigned char)c);
}

json_t *
graded_string(const char *s)
{
	struct text t = {0};
	for (size_t n = strlen(s), i = 0; i < n;) {
		size_t length = utf8_length(s + i, n - i);
		if (length)
			text_add(&t, s + i, length);
		else
			add_byte(&t, s[i]);
		i += length ? length : 1;
	}
	json_t *j = json_stringn(t.s ? t.s : "", t.n);
	text_free(&t);
	return j;
}

/* Does it read like a byte that is written so? */
static bool
looks_escaped(const char *s)
{
	return s[0] == '\\' && s[1] == 'x' && isxdigit((unsigned char)s[2]) && isxdigit((unsigned char)s[3]);
}

const char *
graded_name(struct arena *a, const char *name)
{
	struct text t = {0};
	for (size_t n = strlen(name), i = 0, length; i < n; i += length ? length : 1) {
		length = utf8_length(name + i, n - i);
		if (length && !looks_escaped(name + i))
			text_add(&t, name + i, length);
		else
			add_byte(&t, name[i]);
	}
	return text_take(&t, a);
}

static void
put(json_t *o, const char *key, const char *value)
{
	if (value)
		json_object_set_new(o, key, graded_string(value));
}

static json_t *
write_rounds(const struct graded *g)
{
	json_t *all = json_array();
	for (size_t i = 0; i < GRADED_ROUNDS; i++) {
		const struct graded_round *r = &g->rounds[i];
		json_t *o = json_object();
		put(o, "outcome", outcomes[r->outcome]);
		put(o, "class", r->class);
		put(o, "reason", r->reason);
		put(o, "operation", r->operation);
		put(o, "lacking", r->lacking);
		json_object_set_new(o, "tests", json_integer((json_int_t)r->tests));
		json_object_set_new(o, "asked", json_integer((json_int_t)r->asked));
		json_array_append_new(all, o);
	}
	return all;
}

static json_t *
write_idle(const struct graded *g)
{
	json_t *o = json_object();
	for (size_t i = 0; i < g->nidle; i++)
		put(o, g->idle[i].operation, g->idle[i].why);
	return o;
}

static json_t *
write_groups(const struct graded *g)
{
	json_t *o = json_object();
	for (size_t i = 0; i < g->ngroups; i++)
		put(o, g->groups[i].name, g->groups[i].value);
	return o;
}

static json_t *
write_attempts(const struct graded *g)
{
	json_t *all = json_array();
	for (size_t i = 0; i < g->nattempts; i++)
		json_array_append_new(all, graded_string(g->attempts[i]));
	return all;
}

json_t *
graded_write(const struct graded *g)
{
	json_t *o = json_object();
	put(o, "submission", g->name);
	put(o, "path", g->path);
	json_object_set_new(o, "groups", write_groups(g));
	put(o, "verdict", verdicts[g->verdict]);
	put(o, "reason", g->reason);
	json_object_set_new(o, "rounds", write_rounds(g));
	if (g->nidle)
		json_object_set_new(o, "idle", write_idle(g));
	put(o, "limit", g->limit);
	if (g->hindered)
		json_object_set_new(o, "hindered", json_true());
	if (g->tries > 1)
		json_object_set_new(o, "tries", json_integer((json_int_t)g->tries));
	put(o, "compiler", g->compiler);
	json_object_set_new(o, "attempts", write_attempts(g));
	put(o, "engine", g->engine);
	put(o, "engine_why", g->freely);
	put(o, "leaks", g->leaks);
	put(o, "incomplete", g->incomplete);
	json_object_set_new(o, "seconds", json_real(g->seconds));
	put(o, "alike", g->alike);
	put(o, "text", g->text);
	if (g->report)
		json_object_set_new(o, "report", json_deep_copy(g->report));
	return o;
}

/* --- from JSON --- */

static const char *
get(struct arena *a, const json_t *o, const char *key)
{
	const json_t *value = json_object_get(o, key);
	return json_is_string(value) ? arena_strndup(a, json_string_value(value), json_string_length(value)) : NULL;
}

/* The position of a name in a list; n: it is not there. */
static size_t
find(const char *name, const char *const *list, size_t n)
{
	size_t i = 0;
	while (i < n && !(name && strcmp(name, list[i]) == 0))
		i++;
	return i;
}

static bool
read_rounds(struct arena *a, const json_t *all, struct graded *g)
{
	for (size_t i = 0; i < GRADED_ROUNDS; i++) {
		const json_t *o = json_array_get(all, i);
		size_t outcome = find(get(a, o, "outcome"), outcomes, COUNT(outcomes));
		if (outcome == COUNT(outcomes))
			return false;
		g->rounds[i] = (struct graded_round){
			.outcome = (enum graded_outcome)outcome, .class = get(a, o, "class"), .reason = get(a, o, "reason"), .operation = get(a, o, "operation"), .lacking = get(a, o, "lacking"),
			.tests = (uint64_t)json_integer_value(json_object_get(o, "tests")), .asked = (uint64_t)json_integer_value(json_object_get(o, "asked")),
		};
	}
	return true;
}

static void
read_idle(struct arena *a, json_t *o, struct graded *g)
{
	struct graded_idle *idle = arena_array(a, struct graded_idle, json_object_size(o) + 1);
	const char *name;
	json_t *value;
	json_object_foreach(o, name, value)
		idle[g->nidle++] = (struct graded_idle){arena_strdup(a, name), get(a, o, name)};
	g->idle = idle;
}

static void
read_groups(struct arena *a, json_t *o, struct graded *g)
{
	struct graded_group *groups = arena_array(a, struct graded_group, json_object_size(o) + 1);
	const char *name;
	json_t *value;
	json_object_foreach(o, name, value) {
		groups[g->ngroups].name = arena_strdup(a, name);
		groups[g->ngroups++].value = get(a, o, name);
	}
	g->groups = groups;
}

static void
read_attempts(struct arena *a, const json_t *all, struct graded *g)
{
	const char **attempts = arena_array(a, const char *, json_array_size(all) + 1);
	for (size_t i = 0; i < json_array_size(all); i++)
		if (json_is_string(json_array_get(all, i)))
			attempts[g->nattempts++] = arena_strdup(a, json_string_value(json_array_get(all, i)));
	g->attempts = attempts;
}

bool
graded_read(struct arena *a, const json_t *o, struct graded *g)
{
	size_t verdict = find(get(a, o, "verdict"), verdicts, COUNT(verdicts));
	*g = (struct graded){
		.name = get(a, o, "submission"), .path = get(a, o, "path"), .reason = get(a, o, "reason"), .limit = get(a, o, "limit"), .compiler = get(a, o, "compiler"),
		.engine = get(a, o, "engine"), .freely = get(a, o, "engine_why"), .leaks = get(a, o, "leaks"), .incomplete = get(a, o, "incomplete"), .seconds = json_number_value(json_object_get(o, "seconds")), .alike = get(a, o, "alike"), .text = get(a, o, "text"),
		.report = json_object_get(o, "report"), .hindered = json_is_true(json_object_get(o, "hindered")),
		.tries = json_object_get(o, "tries") ? (unsigned)json_integer_value(json_object_get(o, "tries")) : 1,
	};
	if (verdict == COUNT(verdicts) || !g->name || !g->path || !read_rounds(a, json_object_get(o, "rounds"), g))
		return false;
	g->verdict = (enum tested_verdict)verdict;
	read_groups(a, json_object_get(o, "groups"), g);
	read_idle(a, json_object_get(o, "idle"), g);
	read_attempts(a, json_object_get(o, "attempts"), g);
	return true;
}

/* --- the report --- */

void
write_graded_json(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	for (size_t i = 0; i < c->n; i++) {
		json_t *o = graded_write(&c->at[i]);
		char *line = json_dumps(o, JSON_COMPACT);
		text_str(out, line);
		text_char(out, '\n');
		free(line);
		json_decref(o);
	}
}
