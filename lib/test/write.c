#include "test/replay.h"

#include <string.h>

enum { WIDTH = 100 };

struct writer {
	struct text *out;
	const struct spec *spec;
	const struct replay *replay;
	bool unwritable;
};

/* --- texts of YAML --- */

static bool
needs_quotes(const char *s, bool flow)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	size_t n = strlen(s);
	if (n == 0 || (!strchr(letters, s[0]) && !strchr("/.", s[0])) || s[n - 1] == ' ')
		return true;
	for (size_t i = 0; i < n; i++)
		if (!strchr(letters, s[i]) && !strchr(flow ? "/. -_+()" : "/. -_+(),'\"<>={}[]|&*", s[i]))
			return true;
	return false;
}

/* The character at s, which is valid UTF-8 of this length. */
static uint32_t
character(const char *s, size_t length)
{
	uint32_t c = (unsigned char)s[0] & (length == 1 ? 0x7fu : 0xffu >> (length + 1));
	for (size_t i = 1; i < length; i++)
		c = c << 6 | ((unsigned char)s[i] & 0x3f);
	return c;
}

static void
write_escaped(struct text *out, const char *s, size_t n)
{
	text_char(out, '"');
	for (size_t i = 0; i < n;) {
		size_t length = utf8_length(s + i, n - i);
		uint32_t c = length ? character(s + i, length) : '?';
		i += length ? length : 1;
		if (c >= 0x10000)
			text_printf(out, "\\U%08x", c);
		else if (c < 0x20 || c >= 0x7f)
			text_printf(out, "\\u%04x", c);
		else
			text_printf(out, "%s%c", strchr("\"\\", (int)c) ? "\\" : "", (char)c);
	}
	text_char(out, '"');
}

/* A text in double quotes if it has more than the printable characters of ASCII, else in single ones if it needs any. */
static void
write_text(struct writer *w, const char *s, bool flow)
{
	size_t n = strlen(s);
	w->unwritable = w->unwritable || utf8_check(s, n) < n;
	for (size_t i = 0; i < n; i++)
		if (s[i] < 0x20 || s[i] > 0x7e) {
			write_escaped(w->out, s, n);
			return;
		}
	if (!needs_quotes(s, flow)) {
		text_str(w->out, s);
		return;
	}
	text_char(w->out, '\'');
	for (size_t i = 0; i < n; i++)
		text_str(w->out, s[i] == '\'' ? "''" : (char[]){s[i], 0});
	text_char(w->out, '\'');
}

static void
write_key(struct writer *w, const char *key, const char *value)
{
	text_printf(w->out, "%s: ", key);
	write_text(w, value, false);
	text_char(w->out, '\n');
}

/* Starts a line where the text would become too wide. */
static void
wrap(struct writer *w, size_t *line, size_t start, const char *indent)
{
	if (w->out->n - *line < WIDTH)
		return;
	/* what was added since `start` goes to the next line */
	struct text tail = {0};
	text_str(&tail, w->out->s + start);
	w->out->n = start;
	text_printf(w->out, "\n%s", indent);
	*line = start + 1;
	text_str(w->out, tail.s + (tail.s[0] == ' '));
	text_free(&tail);
}

/* --- the head --- */

static void
write_texts(struct writer *w, const char *key, size_t n, const char *const *texts)
{
	text_printf(w->out, "%s: [", key);
	for (size_t i = 0; i < n; i++) {
		text_str(w->out, i ? ", " : "");
		write_text(w, texts[i], true);
	}
	text_str(w->out, "]\n");
}

static void
write_implementation(struct writer *w)
{
	const struct replay_head *h = &w->replay->head;
	if (h->nimplementation == 1)
		write_key(w, "implementation", h->implementation[0]);
	else if (h->nimplementation)
		write_texts(w, "implementation", h->nimplementation, h->implementation);
	if (h->narguments)
		write_texts(w, "arguments", h->narguments, h->arguments);
}

static void
write_defines(struct writer *w)
{
	const struct replay_head *h = &w->replay->head;
	text_str(w->out, h->ndefines ? "define:\n" : "");
	for (size_t i = 0; i < h->ndefines; i++) {
		text_str(w->out, "  ");
		write_key(w, h->defines[i].name, h->defines[i].value);
	}
}

static void
write_head(struct writer *w)
{
	const struct replay_head *h = &w->replay->head;
	text_printf(w->out, "replay: %d\n", REPLAY_FORMAT);
	write_key(w, "spec", h->spec);
	if (h->spec_marked)
		text_printf(w->out, "spec_hash: 0x%016llx\n", (unsigned long long)h->spec_mark);
	write_implementation(w);
	if (h->code_marked)
		text_printf(w->out, "implementation_hash: 0x%016llx\n", (unsigned long long)h->code_mark);
	if (h->seeded)
		text_printf(w->out, "seed: 0x%llx\n", (unsigned long long)h->seed);
	if (h->round)
		text_printf(w->out, "round: %d\n", h->round);
	if (h->fails)
		write_key(w, "fails", h->fails);
	write_defines(w);
	if (h->policy)
		write_key(w, "policy", h->policy);
	if (h->order)
		write_key(w, "order", h->order);
	if (h->allowed) {
		struct arena a = {0};
		text_printf(w->out, "allow: [%s]\n", bits_names(&a, allowed_kinds, h->allowed));
		arena_free(&a);
	}
}

/* --- the test --- */

static void
write_value(struct writer *w, const struct type *t, word value)
{
	struct text s = {0};
	value_print(&s, t, value);
	write_text(w, s.s, false);
	text_char(w->out, '\n');
	text_free(&s);
}

static void
write_params(struct writer *w)
{
	const struct variables *v = &w->spec->params;
	text_str(w->out, v->n ? "parameters:\n" : "");
	for (size_t i = 0; i < v->n; i++) {
		text_printf(w->out, "  %s: ", v->at[i].name);
		write_value(w, v->at[i].type, w->replay->test->params[i]);
	}
}

static void
write_names(struct writer *w, const char *key, const char *indent, uint64_t clients)
{
	size_t line = w->out->n;
	bool first = true;
	text_printf(w->out, "%s: [", key);
	for (size_t i = 0; i < w->replay->test->nclients; i++) {
		if (!(clients >> i & 1))
			continue;
		text_str(w->out, first ? "" : ",");
		size_t start = w->out->n;
		text_printf(w->out, "%s%s", first ? "" : " ", w->replay->test->clients[i]);
		first = false;
		wrap(w, &line, start, indent);
	}
	text_str(w->out, "]\n");
}

static void
write_places(struct writer *w, const char *key, const uint64_t *at, size_t n)
{
	if (n == 0)
		return;
	text_printf(w->out, "%s: [", key);
	for (size_t i = 0; i < n; i++)
		text_printf(w->out, "%s0x%llx", i ? ", " : "", (unsigned long long)at[i]);
	text_str(w->out, "]\n");
}

static void
write_call(struct writer *w, const char *before, int client, const struct script_call *call)
{
	const struct operation *op = &w->spec->ops[call->operation];
	struct text s = {0};
	text_printf(&s, "%s(", op->name);
	for (size_t i = 0; i < op->n; i++) {
		text_str(&s, i ? ", " : "");
		value_print(&s, op->params[i].type, call->values[i]);
	}
	text_char(&s, ')');
	text_printf(w->out, "%s%s: ", before, w->replay->test->clients[client]);
	write_text(w, s.s, false);
	text_char(w->out, '\n');
	text_free(&s);
}

static void
write_returned(struct writer *w, const struct replay_phase *p, bool bursts)
{
	text_printf(w->out, "    returned:%s\n", p->nreturned ? "" : " {}");
	for (size_t i = 0; i < p->nreturned; i++) {
		text_printf(w->out, "      %s%s:", bursts ? "- " : "", w->replay->test->clients[p->returned[i].client]);
		if (p->returned[i].value) {
			text_char(w->out, ' ');
			write_text(w, p->returned[i].value, false);
		}
		text_char(w->out, '\n');
	}
}

static void
write_actor(struct writer *w, int32_t actor)
{
	const struct test *t = w->replay->test;
	if (actor == ACTOR_HOST)
		text_str(w->out, "host");
	else if (actor >= 0 && (size_t)actor < t->nclients)
		text_str(w->out, t->clients[actor]);
	else if (actor >= ACTOR_THREAD)
		text_printf(w->out, "thread %d", actor - ACTOR_THREAD);
	else
		text_printf(w->out, "actor %d", actor);
}

static void
write_schedule(struct writer *w, const struct test_phase *p)
{
	size_t line = w->out->n;
	text_str(w->out, "    schedule:");
	for (size_t i = 0; i < p->nchoices; i++) {
		size_t start = w->out->n;
		text_char(w->out, ' ');
		write_actor(w, p->choices[i].actor);
		text_printf(w->out, " %u -> ", p->choices[i].nth);
		write_actor(w, p->choices[i].chosen);
		text_str(w->out, i + 1 < p->nchoices ? "," : "");
		wrap(w, &line, start, "      ");
	}
	text_char(w->out, '\n');
}

static void
write_drawing(struct writer *w, const struct drawing *d)
{
	text_printf(w->out, "    drawn: 0x%llx\n    strategy: %s\n", (unsigned long long)d->seed, strategy_name(d->strategy));
	if (d->depth)
		text_printf(w->out, "    depth: %u\n", d->depth);
	text_str(w->out, d->rare ? "    rare: 1\n" : "");
}

static void
write_phases(struct writer *w)
{
	const struct test *t = w->replay->test;
	size_t next[TEST_MOST_CLIENTS] = {0};
	text_printf(w->out, "phases:%s\n", t->n ? "" : " []");
	for (size_t i = 0; i < t->n; i++) {
		const struct test_phase *p = &t->phases[i];
		const struct replay_phase *seen = &w->replay->phases[i];
		text_str(w->out, "  - calls:\n");
		for (size_t k = 0; k < p->n; k++) {
			bool then = k >= p->n - p->then;
			text_str(w->out, p->then && k == p->n - p->then ? "    then:\n" : "");
			write_call(w, then ? "      - " : "      ", p->clients[k], &t->scripts[p->clients[k]].calls[next[p->clients[k]]++]);
		}
		if (seen->returned_given)
			write_returned(w, seen, p->then > 0);
		if (seen->blocked)
			write_names(w, "    blocked", "      ", seen->blocked);
		if (seen->steps_given)
			text_printf(w->out, "    steps: %llu\n", (unsigned long long)p->steps);
		if (p->drawing.strategy)
			write_drawing(w, &p->drawing);
		else if (p->nchoices)
			write_schedule(w, p);
	}
}

bool
replay_write(struct text *out, const struct spec *s, const struct replay *r)
{
	struct writer w = {.out = out, .spec = s, .replay = r};
	text_str(out, "# For `srtest replay`; srtest-replay(5) tells what this says.\n");
	write_head(&w);
	write_params(&w);
	write_names(&w, "clients", "  ", UINT64_MAX);
	write_places(&w, "spins", r->test->spins, r->test->nspins);
	write_places(&w, "breakpoints", r->test->breakpoints, r->test->nbreakpoints);
	if (r->test->patience > 1)
		text_printf(out, "patience: %u\n", r->test->patience);
	if (r->test->zeros)
		text_str(out, "zeros: 1\n");
	if (r->test->reuse)
		text_printf(out, "reuse: %s\n", reuse_name(r->test->reuse));
	if (r->test->variant)
		write_key(&w, "variant", variant_name(r->test->variant));
	write_phases(&w);
	return !w.unwritable;
}
