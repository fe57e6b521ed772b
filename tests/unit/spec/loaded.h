/* A loaded text with everything that belongs to it, and the questions that the tests of this room ask of it. */
#ifndef UNIT_SPEC_LOADED_H
#define UNIT_SPEC_LOADED_H

#include "spec/spec.h"

#include "unit/unit.h"

struct loaded {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
};

static inline void
load_bytes(struct loaded *l, const char *text, size_t n, const struct spec_options *options)
{
	*l = (struct loaded){0};
	struct source *src = source_text(&l->arena, "spec.yaml", text, n);
	l->spec = spec_parse(&l->arena, &l->diags, src, "spec.yaml", options);
	assert_int_equal(l->spec != NULL, l->diags.errors == 0);
}

static inline void
load(struct loaded *l, const char *text)
{
	load_bytes(l, text, strlen(text), NULL);
}

static inline void
forget(struct loaded *l)
{
	spec_free(l->spec);
	diags_free(&l->diags);
	arena_free(&l->arena);
}

static inline void
load_good(struct loaded *l, const char *text)
{
	load(l, text);
	if (l->spec)
		return;
	diags_print(&l->diags, stderr, false);
	fail_msg("not accepted:\n%s", text);
}

/* A text with a mistake: the caret stands where the text has @@ (which is taken out), the message and the hint contain these words. */
struct mistake {
	const char *text, *message, *hint;
};

static inline char *
without_mark(const char *text, size_t *at)
{
	const char *mark = strstr(text, "@@");
	size_t n = strlen(text);
	char *plain = malloc(n + 1);
	assert_non_null(plain);
	memcpy(plain, text, n + 1);
	*at = SIZE_MAX;
	if (mark) {
		*at = (size_t)(mark - text);
		memmove(plain + *at, plain + *at + 2, n - *at - 1);
	}
	return plain;
}

static inline bool
is_mistake(const struct diag *d, const struct mistake *m, size_t at)
{
	if (!strstr(d->message, m->message) || (at != SIZE_MAX && d->span.from != at))
		return false;
	return m->hint ? d->hint && strstr(d->hint, m->hint) : true;
}

/* The mistake is found, and nothing else. */
static inline bool
find_mistake(const struct mistake *m, const struct spec_options *options)
{
	size_t at;
	char *text = without_mark(m->text, &at);
	struct loaded l;
	load_bytes(&l, text, strlen(text), options);
	bool found = l.diags.list.n == 1 && is_mistake(&l.diags.list.at[0], m, at);
	if (!found) {
		fprintf(stderr, "--- expected only: %s (%s) in\n%s\n--- found:\n", m->message, m->hint ? m->hint : "any hint", m->text);
		diags_print(&l.diags, stderr, false);
	}
	forget(&l);
	free(text);
	return found;
}

static inline void
find_mistakes(const struct mistake *mistakes, size_t n)
{
	size_t missed = 0;
	for (size_t i = 0; i < n; i++)
		missed += !find_mistake(&mistakes[i], NULL);
	assert_int_equal(missed, 0);
}

#define FIND_MISTAKES(mistakes) find_mistakes((mistakes), sizeof(mistakes) / sizeof *(mistakes))

#endif
