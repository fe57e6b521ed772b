/* Histories in a line, judged: "r0 enter 0 900, r1 look -> r0, r1=3 | r2 enter 0 100 -> r2" is two phases. */
#ifndef UNIT_JUDGE_JUDGED_H
#define UNIT_JUDGE_JUDGED_H

#include "history/history.h"
#include "judge/judge.h"
#include "report/report.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct judged_history {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct heap *heap;
	struct history *history;
	struct judge *judge;
	const struct verdict *verdict;
	struct text report, viable; /* of the last phase */
};

static inline const char *
skip_blanks(const char *s)
{
	while (*s == ' ')
		s++;
	return s;
}

/* Takes a word that ends at a blank or one of ",|=>" out of the text. */
static inline const char *
take_word(struct arena *a, const char **s)
{
	const char *from = skip_blanks(*s), *to = from;
	int depth = 0;
	for (; *to && (depth > 0 || !strchr(" ,|=>", *to)); to++)
		depth += (*to == '[' || *to == '{') - (*to == ']' || *to == '}');
	*s = skip_blanks(to);
	return arena_strndup(a, from, (size_t)(to - from));
}

static inline void
write_call(struct arena *a, struct text *out, const char **s)
{
	const char *client = take_word(a, s), *op = take_word(a, s), *separator = "";
	text_printf(out, "{\"event\": \"called\", \"client\": \"%s\", \"op\": \"%s\", \"args\": [", client, op);
	for (; **s && !strchr(",|", **s) && strncmp(*s, "->", 2) != 0; separator = ", ")
		text_printf(out, "%s%s", separator, take_word(a, s));
	text_str(out, "]}\n");
}

static inline void
write_return(struct arena *a, struct text *out, const char **s)
{
	text_printf(out, "{\"event\": \"returned\", \"client\": \"%s\"", take_word(a, s));
	if (**s == '=') {
		++*s;
		text_printf(out, ", \"value\": %s", take_word(a, s));
	}
	text_str(out, "}\n");
}

static inline const char *
json_lines(struct arena *a, const char *s)
{
	struct text out = {0};
	bool returns = false;
	for (s = skip_blanks(s); *s; s = skip_blanks(s)) {
		if (strncmp(s, "->", 2) == 0) {
			returns = true;
			s += 2;
		} else if (*s == '|') {
			text_str(&out, "{\"event\": \"at-rest\"}\n");
			returns = false;
			s++;
		} else if (*s == ',') {
			s++;
		} else if (returns) {
			write_return(a, &out, &s);
		} else {
			write_call(a, &out, &s);
		}
	}
	text_str(&out, "{\"event\": \"at-rest\"}\n");
	return text_take(&out, a);
}

static inline const char *
judged_client(int client, void *context)
{
	const struct judged_history *h = context;
	return h->history->clients[client];
}

static inline void
judged_broken(struct judged_history *h, const char *what)
{
	fprintf(stderr, "%s\n", what);
	diags_print(&h->diags, stderr, false);
	abort();
}

static inline void
judged_load(struct judged_history *h, struct source *src, const char *path)
{
	struct spec_options none = {0};
	h->spec = spec_parse(&h->arena, &h->diags, src, path, &none);
	if (!h->spec)
		judged_broken(h, "this specification is not accepted:");
	model_init(&h->model, h->spec);
}

static inline void
judged_feed(struct judged_history *h, const char *lines, const struct judge_options *options)
{
	h->heap = heap_new(h->spec->heap);
	h->history = history_parse(&h->arena, &h->diags, h->spec, h->heap, source_text(&h->arena, "history", lines, strlen(lines)), NULL);
	if (!h->history)
		judged_broken(h, "this history is not accepted:");
	h->judge = judge_new(&h->arena, &h->model, options);
	judge_name_clients(h->judge, judged_client, h);
	judge_begin(h->judge, h->history->params);
	for (size_t i = 0; i < h->history->n; i++)
		if (!judge_event(h->judge, &h->history->lines[i].event))
			judged_broken(h, judge_misuse(h->judge));
	h->verdict = judge_verdict(h->judge);
	struct judged judged = {.title = "history", .model = &h->model, .history = h->history, .verdict = h->verdict};
	report_judged(&h->report, FORMAT_TEXT, &judged);
	text_str(&h->viable, "");
	if (h->verdict->outcome == OUTCOME_PASS)
		judge_print_viable(h->judge, &h->viable);
}

/* Judges a history of a specification that is given as text. */
static inline void
judged_open(struct judged_history *h, const char *yaml, const char *phases, const struct judge_options *options)
{
	*h = (struct judged_history){0};
	judged_load(h, source_text(&h->arena, "spec.yaml", yaml, strlen(yaml)), "spec.yaml");
	judged_feed(h, json_lines(&h->arena, phases), options);
}

/* The same for one of the specifications that ship. */
static inline void
judged_open_shipped(struct judged_history *h, const char *name, const char *phases)
{
	*h = (struct judged_history){0};
	const char *root = getenv("SRC");
	const char *path = arena_printf(&h->arena, "%s/specs/%s", root ? root : ".", name);
	struct source *src = source_read(&h->arena, &h->diags, path, 1 << 20);
	if (!src)
		judged_broken(h, "cannot be read:");
	judged_load(h, src, path);
	judged_feed(h, json_lines(&h->arena, phases), NULL);
}

static inline void
judged_close(struct judged_history *h)
{
	judge_free(h->judge);
	heap_free(h->heap);
	spec_free(h->spec);
	text_free(&h->report);
	text_free(&h->viable);
	diags_free(&h->diags);
	arena_free(&h->arena);
}

/* "pass", "safety in phase 3", "undecided: ..." */
static inline const char *
judged_words(struct judged_history *h)
{
	const struct verdict *v = h->verdict;
	switch (v->outcome) {
	case OUTCOME_PASS:
		return "pass";
	case OUTCOME_FAIL:
		return arena_printf(&h->arena, "%s in phase %zu", failure_name(v->failure), v->phase);
	case OUTCOME_UNDECIDED:
		return arena_printf(&h->arena, "undecided: %s", v->reason);
	case OUTCOME_BAD_SPEC:
		return arena_printf(&h->arena, "bad specification: %s", v->reason);
	}
	return "";
}

struct judged_case {
	const char *yaml, *phases, *words;
	const char *reported; /* a part of the report, or NULL */
};

/* Counts the cases that are not as they should be, and prints them. */
static inline int
judged_table(const struct judged_case *cases, size_t n)
{
	int wrong = 0;
	for (size_t i = 0; i < n; i++) {
		struct judged_history h;
		judged_open(&h, cases[i].yaml, cases[i].phases, NULL);
		const char *words = judged_words(&h);
		if (strcmp(words, cases[i].words) != 0 || (cases[i].reported && !strstr(h.report.s, cases[i].reported))) {
			wrong++;
			fprintf(stderr, "%s\n     is  %s\n     not %s\n%s", cases[i].phases, words, cases[i].words, h.report.s);
			if (cases[i].reported)
				fprintf(stderr, "     which should say: %s\n", cases[i].reported);
		}
		judged_close(&h);
	}
	return wrong;
}

#define VERDICTS_ARE(cases) assert_int_equal(judged_table((cases), sizeof(cases) / sizeof *(cases)), 0)

#endif
