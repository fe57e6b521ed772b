#include "trial/subject.h"

#include "trial/running.h"

#include <sys/stat.h>

static enum variant
usual(const struct trial *t)
{
	return t->host_options.variant;
}

/* --- what cannot be had --- */

static bool
may_be_had(const struct trial *t, enum variant v)
{
	return (t->host_options.others.which >> v & 1) && !t->stats->in[v].lacking;
}

/* No test is made in it any more. False. */
static bool
leave(struct trial *t, enum variant v, const char *why)
{
	t->stats->in[v].lacking = arena_strdup(t->stats_arena, why);
	return false;
}

/* Whoever started all this wants to know what came between. */
static void
tell_hindrance(struct trial *t, const struct hindrance *h)
{
	struct hindrance *to = t->host_options.hindrance;
	t->outside = t->outside || h->outside;
	if (!to)
		return;
	to->limit = h->limit ? h->limit : to->limit;
	to->outside = to->outside || h->outside;
}

/* Another time it might be had, so the next test cannot be made at all. False. */
static bool
lose(struct trial *t, enum variant v, bool outside, const char *why)
{
	t->lost = true;
	tell_hindrance(t, &(struct hindrance){.outside = outside});
	return diag_error(t->diags, (struct span){0}, "the variant '%s': %s", variant_name(v), why);
}

/* --- libraries --- */

static bool
has_library(struct trial *t, enum variant v)
{
	const struct host_others *o = &t->host_options.others;
	bool lost;
	if (o->library(o->context, v, &lost))
		return true;
	return lost ? lose(t, v, true, "it was not compiled to the end") : leave(t, v, "it cannot be compiled so");
}

const char *
trial_library(const struct trial *t, enum variant v)
{
	const struct host_others *o = &t->host_options.others;
	bool lost;
	const char *library = o->which >> v & 1 ? o->library(o->context, v, &lost) : NULL;
	return library ? library : t->host_options.library;
}

/* --- hosts --- */

/* Did a host that is gone leave something behind that only a new one puts back? */
static bool
is_untidy(const struct trial *t)
{
	struct stat st;
	return t->host_options.others.which && t->host_options.journal > 0 && fstat(t->host_options.journal, &st) == 0 && st.st_size > 0;
}

static void
stop(struct trial *t, struct subject *s)
{
	if (s->host)
		tell_hindrance(t, &s->hindrance);
	host_stop(s->host);
	s->host = NULL;
}

static bool
start(struct trial *t, struct subject *s, struct diags *d, struct host_options o)
{
	s->hosts++;
	s->hindrance = (struct hindrance){0};
	o.hindrance = &s->hindrance;
	s->host = host_start(d, t->model->spec, &o);
	return s->host;
}

/* Does the scheduler see less of it than of the usual variant? Then there are no tests in this one. */
static bool
sees_less(struct trial *t, struct subject *s)
{
	struct arena a = {0};
	const char *unseen = host_facts(s->host, &a).unseen;
	bool less = *unseen && !*t->facts.unseen;
	if (less) {
		leave(t, s->variant, arena_printf(t->stats_arena, "the scheduler does not see all that it uses then: %s", unseen));
		stop(t, s);
	}
	arena_free(&a);
	return less;
}

/*
 * Of another variant than the usual one, of which nobody has seen that it can be loaded, and that the scheduler sees all that it does. What was
 * loaded once, and cannot be any more, is lost.
 */
static bool
start_other(struct trial *t, struct subject *s)
{
	struct diags d = {0};
	struct host_options o = t->host_options;
	o.library = trial_library(t, s->variant);
	o.again = s->hosts > 0;
	bool ok = start(t, s, &d, o), outside = s->hindrance.outside || s->hindrance.limit;
	const char *why = d.list.n ? d.list.at[d.list.n - 1].message : "a host cannot be started";
	if (!ok)
		(void)(outside || o.again ? lose(t, s->variant, outside, why) : leave(t, s->variant, why));
	diags_free(&d);
	return ok && !sees_less(t, s);
}

void
subject_choose(struct trial *t, enum variant v)
{
	struct subject *s = &t->subjects[v];
	t->subject = &t->subjects[usual(t)];
	t->lost = t->outside = false;
	if (v == usual(t) || !may_be_had(t, v) || !has_library(t, v))
		return;
	if (s->host && is_untidy(t))
		stop(t, s);
	if (s->host || start_other(t, s))
		t->subject = s;
}

bool
subject_start(struct trial *t)
{
	struct subject *s = t->subject;
	if (s->host && is_untidy(t))
		stop(t, s);
	if (s->host)
		return true;
	if (s->variant != usual(t))
		return start_other(t, s);
	t->outside = false;
	if (!start(t, s, t->diags, t->host_options))
		tell_hindrance(t, &s->hindrance);
	return s->host;
}

void
subject_stop(struct trial *t)
{
	stop(t, t->subject);
}

void
subject_stop_all(struct trial *t)
{
	for (size_t i = 0; i < VARIANTS; i++)
		stop(t, &t->subjects[i]);
}

void
subject_forget_spins(struct trial *t)
{
	for (size_t i = 0; i < VARIANTS; i++)
		t->subjects[i].nspins = 0;
}

/* --- for others --- */

bool
trial_has_variant(const struct trial *t, enum variant v)
{
	return v == usual(t) || (t->host_options.others.which >> v & 1);
}

enum variant
trial_usual(const struct trial *t)
{
	return usual(t);
}

bool
trial_leave_variant(struct trial *t, const char *why)
{
	enum variant v = t->subject->variant;
	if (v == usual(t))
		return false;
	subject_stop(t);
	return !leave(t, v, why);
}
