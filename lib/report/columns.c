/* A story as a table: a column an actor, a line a step, what repeats folded. */
#include "report/place.h"
#include "report/private.h"

#include <string.h>

enum { WIDEST_TABLE = 110, FEW_STEPS = 24, LONGEST_LOOP = 24, FEWEST_TURNS = 3, MOST_LINES = 200 };

/* The steps of a phase, and how wide their columns are. */
struct table {
	const struct story *story;
	size_t from, to;
	size_t *widths; /* by actor; 0: it does nothing */
	bool narrow; /* one column, with the name in front */
	size_t width;
	size_t lines;
	struct arena *arena;
};

static const char *
cell(struct arena *a, const struct story_step *s)
{
	static const char *const endings[] = {
		[STEP_GOES_ON] = "", [STEP_BLOCKS] = " -- blocks", [STEP_PREEMPTED] = " -- preempted", [STEP_GIVES_WAY] = " -- lets others go", [STEP_WAKES] = "",
	};
	struct text t = {0};
	bool begins = strcmp(s->action, "call") == 0;
	text_str(&t, begins && s->call ? s->call : s->action);
	if (s->object)
		text_printf(&t, " %s", s->object);
	if (s->call && !begins)
		text_printf(&t, " %s", s->call);
	if (s->wakes)
		text_printf(&t, ", wakes %s", s->wakes);
	text_str(&t, endings[s->ending]);
	return text_take(&t, a);
}

static void
measure(struct table *t)
{
	const struct story *s = t->story;
	size_t total = 0, widest = 0, longest = 0;
	memset(t->widths, 0, s->nactors * sizeof *t->widths);
	for (size_t i = t->from; i < t->to; i++) {
		size_t actor = s->at[i].actor, n = strlen(cell(t->arena, &s->at[i])), name = strlen(s->actors[actor]);
		n = n > name ? n : name;
		t->widths[actor] = n > t->widths[actor] ? n : t->widths[actor];
		widest = n > widest ? n : widest;
		longest = name > longest ? name : longest;
	}
	for (size_t i = 0; i < s->nactors; i++)
		total += t->widths[i] ? t->widths[i] + 2 : 0;
	t->narrow = total > WIDEST_TABLE;
	t->width = t->narrow ? longest + 2 + widest + 2 : total;
	for (size_t i = 0; i < s->nactors && t->narrow; i++)
		t->widths[i] = longest;
}

static size_t
column_of(const struct table *t, size_t actor)
{
	size_t at = 0;
	for (size_t i = 0; i < actor && !t->narrow; i++)
		at += t->widths[i] ? t->widths[i] + 2 : 0;
	return at;
}

static void
print_head(struct text *out, const struct table *t)
{
	if (t->narrow)
		return;
	size_t start = out->n, width = 0;
	for (size_t i = 0; i < t->story->nactors; i++) {
		if (!t->widths[i])
			continue;
		text_fill(out, ' ', 2 + width - (out->n - start));
		text_str(out, t->story->actors[i]);
		width += t->widths[i] + 2;
	}
	text_char(out, '\n');
}

static void
print_line(struct text *out, struct table *t, const struct story_step *s)
{
	size_t start = out->n;
	text_fill(out, ' ', 2 + column_of(t, s->actor));
	if (t->narrow) {
		text_str(out, t->story->actors[s->actor]);
		text_fill(out, ' ', t->widths[s->actor] + 4 - (out->n - start));
	}
	text_str(out, cell(t->arena, s));
	if (s->place.known) {
		text_fill(out, ' ', 2 + t->width - (out->n - start));
		place_print(out, &s->place);
	}
	text_char(out, '\n');
	t->lines++;
}

/* --- loops --- */

static bool
same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* A loop may stand at several instructions of a line. */
static bool
same_place(const struct place *a, const struct place *b)
{
	if (a->file && b->file)
		return a->line == b->line && strcmp(a->file, b->file) == 0;
	return a->known == b->known && a->offset == b->offset;
}

static bool
same_step(const struct story_step *a, const struct story_step *b)
{
	return a->actor == b->actor && a->ending == b->ending && same_place(&a->place, &b->place) && strcmp(a->action, b->action) == 0 && same_text(a->object, b->object) &&
		same_text(a->wakes, b->wakes) && same_text(a->call, b->call);
}

/* How often the n steps at i come one after the other. */
static size_t
turns_of(const struct table *t, size_t i, size_t n)
{
	const struct story_step *s = t->story->at;
	size_t turns = 1;
	for (; i + (turns + 1) * n <= t->to; turns++)
		for (size_t k = 0; k < n; k++)
			if (!same_step(&s[i + k], &s[i + turns * n + k]))
				return turns;
	return turns;
}

/* The loop at i that covers most steps: its length, and how often it turns; 0 if there is none. */
static size_t
loop_at(const struct table *t, size_t i, size_t *turns)
{
	size_t best = 0, covered = 0;
	for (size_t n = 1; n <= LONGEST_LOOP && i + FEWEST_TURNS * n <= t->to; n++) {
		size_t found = turns_of(t, i, n);
		if (found >= FEWEST_TURNS && found * n > covered) {
			best = n;
			covered = found * n;
			*turns = found;
		}
	}
	return best;
}

static size_t
phase_end(const struct story *s, size_t from)
{
	size_t to = from;
	while (to < s->n && s->at[to].phase == s->at[from].phase)
		to++;
	return to;
}

static void
print_steps(struct text *out, struct table *t, size_t from, size_t to)
{
	t->from = from;
	t->to = to;
	for (size_t i = from; i < to;) {
		size_t turns = 1, n = loop_at(t, i, &turns);
		if (t->lines >= MOST_LINES) {
			text_printf(out, "  ... %zu more steps\n", to - i);
			return;
		}
		for (size_t k = 0; k < (n ? n : 1); k++)
			print_line(out, t, &t->story->at[i + k]);
		if (n == 1)
			text_printf(out, "  ... this %zu times\n", turns);
		else if (n)
			text_printf(out, "  ... these %zu steps %zu times\n", n, turns);
		i += n ? n * turns : 1;
	}
}

static size_t
count_preemptions(const struct story *s, size_t from)
{
	size_t n = 0;
	for (size_t i = from; i < s->n; i++)
		n += s->at[i].ending == STEP_PREEMPTED;
	return n;
}

static void
print_title(struct text *out, const struct story *s, size_t from)
{
	size_t n = count_preemptions(s, from);
	text_printf(out, "\nWhat the implementation did%s", s->at[from].phase > 1 ? " in the last phase" : "");
	if (n)
		text_printf(out, n == 1 ? " (%zu preemption)" : " (%zu preemptions)", n);
	text_str(out, ":\n");
}

void
write_story(struct text *out, const struct story *s, bool verbose)
{
	struct arena a = {0};
	struct table t = {.story = s, .arena = &a, .widths = arena_array(&a, size_t, s->nactors + 1), .to = s->n};
	bool all = verbose || s->n <= FEW_STEPS;
	while (!all && phase_end(s, t.from) < s->n)
		t.from = phase_end(s, t.from);
	print_title(out, s, t.from);
	measure(&t);
	print_head(out, &t);
	for (size_t from = t.from, end; from < s->n; from = end) {
		end = phase_end(s, from);
		if (all && s->at[s->n - 1].phase > 1)
			text_printf(out, "  phase %zu\n", s->at[from].phase);
		t.lines = 0;
		print_steps(out, &t, from, end);
	}
	arena_free(&a);
}
