#include "test/reader.h"

#include <string.h>

/* A part of `robot0 12 -> robot1, thread 3 2 -> robot0`. */
struct words {
	const char *s;
	size_t at, to;
};

static size_t
next_word(struct words *w, const char **start)
{
	while (w->at < w->to && w->s[w->at] == ' ')
		w->at++;
	size_t from = w->at;
	while (w->at < w->to && w->s[w->at] != ' ')
		w->at++;
	*start = w->s + from;
	return w->at - from;
}

static bool
word_number(struct words *w, uint32_t *number)
{
	const char *s;
	size_t n = next_word(w, &s);
	*number = 0;
	for (size_t i = 0; i < n; i++) {
		if (s[i] < '0' || s[i] > '9' || *number > INT32_MAX / 10)
			return false;
		*number = *number * 10 + (uint32_t)(s[i] - '0');
	}
	return n > 0 && *number <= INT32_MAX;
}

static bool
word_actor(struct reader *r, struct words *w, int32_t *actor)
{
	const char *s;
	uint32_t number;
	size_t n = next_word(w, &s);
	const char *name = arena_strndup(r->l.arena, s, n);
	*actor = ACTOR_HOST;
	if (strcmp(name, "host") == 0)
		return true;
	*actor = reader_client(r, name);
	if (*actor >= 0)
		return true;
	bool thread = strcmp(name, "thread") == 0;
	if ((!thread && strcmp(name, "actor") != 0) || !word_number(w, &number) || number > INT32_MAX - ACTOR_THREAD)
		return false;
	*actor = (int32_t)number + (thread ? ACTOR_THREAD : 0);
	return true;
}

static bool
read_choice(struct reader *r, struct words w)
{
	struct choice c;
	const char *s;
	if (!word_actor(r, &w, &c.actor) || !word_number(&w, &c.nth) || next_word(&w, &s) != 2 || memcmp(s, "->", 2) != 0 || !word_actor(r, &w, &c.chosen))
		return false;
	if (next_word(&w, &s))
		return false;
	vec_push(r->l.arena, &r->choices, c);
	return true;
}

bool
reader_schedule(struct reader *r, const struct node *n, struct test_phase *p)
{
	if (!n)
		return true;
	if (!text_node(&r->l, n, "a schedule"))
		return false;
	struct snippet in = node_snippet(n, r->l.src);
	r->choices.at = NULL;
	r->choices.n = r->choices.cap = 0;
	for (size_t from = 0; from <= n->length;) {
		const char *comma = memchr(n->text + from, ',', n->length - from);
		size_t to = comma ? (size_t)(comma - n->text) : n->length;
		if (!read_choice(r, (struct words){n->text, from, to})) {
			diag_error(r->l.diags, snippet_span(&in, from, to), "this is no choice of the schedule");
			diag_hint(r->l.diags, "a choice reads 'robot0 12 -> robot1': at its 12th point robot0 gives way to robot1; others are 'host' and 'thread 1'");
			return false;
		}
		from = to + 1;
	}
	p->choices = r->choices.at;
	p->nchoices = r->choices.n;
	return true;
}
