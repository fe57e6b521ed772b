/* The report as commands of a GitHub Actions workflow, which shows them at the lines that they name. */
#include "report/private.h"

#include <string.h>

/* Where to look: a line of the implementation, or of the specification. NULL and 0 where neither is known. */
struct target {
	const char *file;
	unsigned line;
};

/* --- what GitHub reads --- */

/* A line would end the command; a percent sign begins what is written like this. */
static void
escape(struct text *out, const char *s, const char *special)
{
	for (; *s; s++)
		if (strchr(special, *s))
			text_printf(out, "%%%02X", (unsigned char)*s);
		else
			text_char(out, *s);
}

static void
write_property(struct text *out, const char *name, const char *value)
{
	text_printf(out, "%s=", name);
	escape(out, value, "%\r\n:,");
}

/* --- where to look --- */

static struct target
in_library(const struct place *p)
{
	return p->known && p->file ? (struct target){p->file, (unsigned)p->line} : (struct target){0};
}

static struct target
of_race(const struct tested *t)
{
	struct target found = {0};
	for (size_t side = 2; t->nraces && side-- > 0 && !found.file;)
		for (size_t i = 0; i < t->races[0].sides[side].n && !found.file; i++)
			found = in_library(&t->races[0].sides[side].stack[i]);
	return found;
}

static const struct clause *
clause_called(const struct spec *s, const char *name)
{
	for (size_t i = 0; i < s->nops; i++) {
		const struct operation *o = &s->ops[i];
		const struct rule *p = &s->policy->rules[i];
		const struct clause *clauses[] = {&o->pre, &o->cpre, &o->post, &o->result, &o->ensures, &o->reject, &o->must, &o->rule.waiting, &o->rule.enabled,
			&o->rule.post_waiting, &p->waiting, &p->enabled, &p->post_waiting};
		for (size_t k = 0; k < sizeof clauses / sizeof *clauses; k++)
			if (clauses[k]->name && strcmp(clauses[k]->name, name) == 0)
				return clauses[k];
	}
	return NULL;
}

/* A policy that comes with the program is in no file. */
static struct target
at_span(const struct spec *s, struct span span)
{
	return span.src == s->source ? (struct target){s->source->name, source_position(s->source, span.from).line} : (struct target){0};
}

/* The clause that decided; or else the operation that was called. */
static struct target
in_spec(const struct tested *t)
{
	const struct spec *s = t->model->spec;
	const struct why *why = t->judged && t->judged->nwhys ? t->judged->whys : NULL;
	const struct clause *clause = why ? clause_called(s, why->rule) : NULL;
	struct target found = clause ? at_span(s, clause->span) : (struct target){0};
	return why && !found.file ? at_span(s, why->op->span) : found;
}

static struct target
place_of(const struct tested *t)
{
	if (t->verdict != TESTED_FAIL)
		return (struct target){0};
	const struct backtrace *stacks[] = {&t->stack, &t->freed, &t->allocated};
	struct target found = {0};
	for (size_t i = 0; i < sizeof stacks / sizeof *stacks && !found.file; i++)
		found = in_library(&stacks[i]->place);
	if (!found.file && strcmp(t->class, "race") == 0)
		found = of_race(t);
	return found.file ? found : in_spec(t);
}

/* --- the report --- */

static void
write_title(struct text *out, const struct tested *t)
{
	struct text title = {0};
	text_printf(&title, "%s: %s", t->model->spec->resource, t->implementation);
	if (t->verdict == TESTED_FAIL)
		text_printf(&title, " fails in round %d, %s", t->round, t->class);
	else
		text_str(&title, t->verdict == TESTED_UNDECIDED ? " is undecided" : " cannot be tested");
	write_property(out, "title", title.s);
	text_free(&title);
}

/* An error for whatever is no pass, as the program ends with one then. */
static void
write_command(struct text *out, const struct tested *t)
{
	static const struct report_style style = {0};
	struct target at = place_of(t);
	struct text message = {0};
	text_str(out, "::error ");
	if (at.file) {
		write_property(out, "file", at.file);
		text_printf(out, ",line=%u,", at.line);
	}
	write_title(out, t);
	text_str(out, "::");
	write_text(&message, &style, t, 1);
	while (message.n && message.s[message.n - 1] == '\n')
		message.s[--message.n] = 0;
	escape(out, message.s ? message.s : "", "%\r\n");
	text_char(out, '\n');
	text_free(&message);
}

void
write_github(struct text *out, const struct report_style *style, const struct tested *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (at[i].verdict != TESTED_PASS)
			write_command(out, &at[i]);
}
