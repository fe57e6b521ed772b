#include "spec/yaml.h"

#include <string.h>

/*
 * Where each byte of a scalar's text stands in the file. libyaml says where a scalar begins and ends; between them it has
 * taken away indentation, line breaks, quotes and escapes, which are walked over here again.
 */
struct walk {
	const char *src;
	size_t at, end;
	const struct node *node;
	size_t i; /* in the text */
	uint32_t *offsets;
};

size_t
yaml_break(const char *s, size_t n, size_t i)
{
	if (i >= n)
		return 0;
	if (s[i] == '\r' && i + 1 < n && s[i + 1] == '\n')
		return 2;
	if (s[i] == '\r' || s[i] == '\n')
		return 1;
	if (n - i >= 2 && memcmp(s + i, "\xc2\x85", 2) == 0)
		return 2;
	if (n - i >= 3 && (memcmp(s + i, "\xe2\x80\xa8", 3) == 0 || memcmp(s + i, "\xe2\x80\xa9", 3) == 0))
		return 3;
	return 0;
}

/* The next n bytes of the text stand at `at`, the first of them; `step` is 1 where the source has each of them too. */
static void
place(struct walk *w, size_t at, size_t n, size_t step)
{
	for (size_t k = 0; k < n && w->i < w->node->length; k++, at += step)
		w->offsets[w->i++] = (uint32_t)(at < w->end ? at : w->end);
}

static size_t
source_break(const struct walk *w, size_t at)
{
	return yaml_break(w->src, w->end, at);
}

static size_t
text_break(const struct walk *w, size_t i)
{
	return yaml_break(w->node->text, w->node->length, i);
}

static size_t
line_end(const struct walk *w, size_t at)
{
	while (at < w->end && !source_break(w, at))
		at++;
	return at;
}

/* Anchors and tags belong to the scalar, too. */
static void
skip_properties(struct walk *w)
{
	while (w->at < w->end && (w->src[w->at] == '&' || w->src[w->at] == '!')) {
		while (w->at < w->end && !strchr(" \t\r\n", w->src[w->at]))
			w->at++;
		while (w->at < w->end && strchr(" \t\r\n#", w->src[w->at]))
			w->at = w->src[w->at] == '#' ? line_end(w, w->at) : w->at + 1;
	}
}

/* | keeps lines as they are, but for the indentation: a line of the text is the end of a line of the source. */
static void
literal(struct walk *w)
{
	while (w->i < w->node->length) {
		size_t to = w->i, end = line_end(w, w->at);
		while (to < w->node->length && !text_break(w, to))
			to++;
		size_t n = to - w->i;
		place(w, end - w->at >= n ? end - n : w->at, n, 1);
		place(w, end, text_break(w, w->i), 0);
		w->at = end + source_break(w, end);
	}
}

/* > joins lines: what a line has behind its indentation is found again in the text. */
static void
folded(struct walk *w)
{
	size_t before = w->at; /* the end of the line before, where the text's line breaks stand */
	while (w->i < w->node->length && w->at < w->end) {
		size_t end = line_end(w, w->at), from = w->at;
		while (from < end && w->src[from] == ' ')
			from++;
		if (from < end) {
			size_t blanks = 0;
			while (w->i < w->node->length && text_break(w, w->i))
				place(w, before, text_break(w, w->i), 0);
			while (w->i + blanks < w->node->length && w->node->text[w->i + blanks] == ' ')
				blanks++;
			if (blanks > from - w->at) /* the first one is a line break */
				blanks = from - w->at;
			place(w, from - blanks, blanks, 1);
			place(w, from, end - from, 1);
			before = end;
		}
		w->at = end + source_break(w, end);
	}
	w->at = before;
}

/* Blanks around line breaks become one blank; of several line breaks all but one stay. */
static bool
fold(struct walk *w)
{
	size_t at = w->at, breaks = 0;
	while (at < w->end) {
		size_t n = source_break(w, at);
		if (!n && w->src[at] != ' ' && w->src[at] != '\t')
			break;
		breaks += n > 0;
		at += n ? n : 1;
	}
	if (!breaks)
		return false;
	if (breaks == 1 && !text_break(w, w->i))
		place(w, w->at, 1, 0);
	while (w->i < w->node->length && text_break(w, w->i))
		place(w, w->at, text_break(w, w->i), 0);
	w->at = at;
	return true;
}

/* How many bytes of the source an escape in double quotes takes. */
static size_t
escape_length(const struct walk *w)
{
	char c = w->at + 1 < w->end ? w->src[w->at + 1] : 0;
	return c == 'x' ? 4 : c == 'u' ? 6 : c == 'U' ? 10 : 2;
}

static void
escape(struct walk *w)
{
	size_t line_break = source_break(w, w->at + 1);
	if (!line_break) {
		size_t n = utf8_length(w->node->text + w->i, w->node->length - w->i);
		place(w, w->at, n ? n : 1, 0);
		w->at += escape_length(w);
		return;
	}
	/* the line goes on in the next one, without the blanks there; empty lines between count */
	w->at += 1 + line_break;
	while (w->at < w->end && (w->src[w->at] == ' ' || w->src[w->at] == '\t' || source_break(w, w->at))) {
		size_t n = source_break(w, w->at);
		if (n)
			place(w, w->at, text_break(w, w->i), 0);
		w->at += n ? n : 1;
	}
}

static void
flowing(struct walk *w)
{
	bool twofold = w->node->style == YAML_DOUBLE_QUOTED_SCALAR_STYLE, single = w->node->style == YAML_SINGLE_QUOTED_SCALAR_STYLE;
	w->at += twofold || single;
	while (w->i < w->node->length && w->at < w->end) {
		if (fold(w))
			continue;
		if (twofold && w->src[w->at] == '\\') {
			escape(w);
			continue;
		}
		place(w, w->at, 1, 0);
		w->at += single && w->src[w->at] == '\'' ? 2 : 1;
	}
}

void
yaml_align(struct arena *a, struct node *node)
{
	struct walk w = {.src = node->span.src->text, .at = node->span.from, .end = node->span.to, .node = node};
	w.offsets = arena_array(a, uint32_t, node->length + 1);
	skip_properties(&w);
	if (!node->tag && w.at < w.end)
		node->span.from = (uint32_t)w.at;
	if (node->style == YAML_LITERAL_SCALAR_STYLE || node->style == YAML_FOLDED_SCALAR_STYLE) {
		size_t header = line_end(&w, w.at);
		w.at = header + source_break(&w, header);
		if (node->style == YAML_LITERAL_SCALAR_STYLE)
			literal(&w);
		else
			folded(&w);
	} else {
		flowing(&w);
	}
	size_t last = w.at < w.end ? w.at : w.end;
	while (w.i <= node->length)
		w.offsets[w.i++] = (uint32_t)last;
	node->offsets = w.offsets;
}
