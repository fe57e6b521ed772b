#include "spec/yaml.h"

#include <string.h>

struct anchor {
	const char *name;
	struct node *node; /* NULL while the node is still open */
};

struct reader {
	struct arena *arena;
	struct diags *diags;
	const struct source *src;
	yaml_parser_t yaml;
	uint32_t *lines; /* where each line starts, as libyaml counts them */
	size_t nlines;
	struct {
		size_t line, column, offset;
	} last; /* where a mark was looked up before */
	VEC(struct anchor) anchors;
	size_t nodes;
	size_t most_nodes;
	int depth;
	bool failed;
};

static struct node *read_node(struct reader *, yaml_event_t *);

/* --- places --- */

static void
find_lines(struct reader *r)
{
	VEC(uint32_t) lines = {0};
	const struct source *s = r->src;
	vec_push(r->arena, &lines, 0);
	for (size_t i = 0; i < s->length;) {
		size_t n = yaml_break(s->text, s->length, i);
		i += n ? n : 1;
		if (n)
			vec_push(r->arena, &lines, (uint32_t)i);
	}
	r->lines = lines.at;
	r->nlines = lines.n;
}

/* libyaml counts characters; spans count bytes. Marks mostly come in order, so most of the line has been walked before. */
static uint32_t
offset_of(struct reader *r, yaml_mark_t mark)
{
	if (mark.line >= r->nlines)
		return (uint32_t)r->src->length;
	size_t at = r->lines[mark.line], column = 0;
	if (r->last.line == mark.line && r->last.column <= mark.column && r->last.offset >= at) {
		at = r->last.offset;
		column = r->last.column;
	}
	for (; column < mark.column && at < r->src->length; column++) {
		size_t n = utf8_length(r->src->text + at, r->src->length - at);
		at += n ? n : 1;
	}
	r->last.line = mark.line;
	r->last.column = column;
	r->last.offset = at;
	return (uint32_t)at;
}

static struct span
event_span(struct reader *r, const yaml_event_t *e)
{
	uint32_t from = offset_of(r, e->start_mark), to = offset_of(r, e->end_mark);
	return (struct span){r->src, from, to < from ? from : to};
}

static bool
fail(struct reader *r, struct span span, const char *message, const char *hint)
{
	if (!r->failed) {
		diag_error(r->diags, span, "%s", message);
		if (hint)
			diag_hint(r->diags, "%s", hint);
	}
	r->failed = true;
	return false;
}

/* `x < 3 #4`: a comment right behind an expression; with a blank after the # it is meant as one. */
static bool
followed_by_comment(const struct reader *r, struct node *node)
{
	size_t at = node->span.to;
	while (at < r->src->length && (r->src->text[at] == ' ' || r->src->text[at] == '\t'))
		at++;
	if (at >= r->src->length || r->src->text[at] != '#')
		return false;
	if (node->length == 0)
		node->span = (struct span){r->src, (uint32_t)at, (uint32_t)at + 1};
	return node->length == 0 || (at + 1 < r->src->length && !strchr(" \t\r\n#", r->src->text[at + 1]));
}

/* --- nodes --- */

static struct node *
new_node(struct reader *r, enum node_kind kind, const yaml_event_t *e)
{
	if (++r->nodes > r->most_nodes)
		fail(r, event_span(r, e), "this file has too many parts", "aliases multiply what they stand for");
	struct node *n = arena_new(r->arena, struct node);
	n->kind = kind;
	n->span = event_span(r, e);
	return n;
}

static const char *
copy(struct reader *r, const yaml_char_t *s)
{
	return s ? arena_strdup(r->arena, (const char *)s) : NULL;
}

/* What libyaml says, and what people mostly did who see it. */
static const struct {
	const char *says, *hint;
} complaints[] = {
	{"cannot start any token", "a text that starts with this needs quotes"},
	{"mapping values are not allowed", "a text that contains ': ' needs quotes, or a | block; a key must stand under the key above it"},
	{"while scanning a simple key", "each key is followed by a colon and a blank"},
	{"could not find expected ':'", "each key is followed by a colon and a blank"},
	{"tab character", "YAML is indented with blanks, not with tabs"},
	{"did not find expected ',' or '}'", "between { and } a text with any of [ ] { } , in it needs quotes"},
	{"did not find expected ',' or ']'", "between [ and ] a text with any of [ ] { } , in it needs quotes"},
	{"did not find expected key", "this stands neither under the key above nor beside it; a text with any of [ ] { } , : # & * ! needs quotes"},
	{"did not find expected '-'", "this stands neither under the - above nor beside it"},
	{"unexpected end of stream", "this quote is not closed"},
	{"did not find expected alphabetic or numeric character", "an expression that starts with & or * needs quotes"},
	{"did not find expected", "a text with any of [ ] { } , : # & * ! needs quotes, or a | block"},
	{"unknown escape character", "in double quotes a backslash is written \\\\; single quotes leave it alone"},
	{"undefined tag handle", "negation is written 'not x'; a text that starts with ! needs quotes"},
};

static uint32_t
line_start(const struct source *src, uint32_t at)
{
	while (at > 0 && src->text[at - 1] != '\n')
		at--;
	return at;
}

/* Does the line above stand beside that at `at`, and have no colon where a key would? Then YAML took both for one text. */
static bool
above_is_no_key(const struct source *src, uint32_t at)
{
	uint32_t line = line_start(src, at), above = line ? line_start(src, line - 1) : 0;
	size_t indent = strspn(src->text + line, " "), n = line ? line - 1 - above : 0;
	const char *text = src->text + above;
	if (n <= indent || strspn(text, " ") != indent || strchr("#-", text[indent]) || text[n - 1] == ':')
		return false;
	return !memmem(text, n, ": ", 2);
}

static const char *
hint_for(const struct reader *r, const char *problem, uint32_t at)
{
	if (at < r->src->length && r->src->text[at] == '\t')
		return "YAML is indented with blanks, not with tabs";
	uint32_t before = at;
	while (before > 0 && strchr(" |>", r->src->text[before - 1])) /* signs of YAML's, too */
		before--;
	if (before > 0 && strchr("\"'", r->src->text[before - 1]))
		return "YAML takes quotes at the start of a text for its own; put all of it in quotes of the other kind";
	if (strstr(problem, "mapping values are not allowed") && above_is_no_key(r->src, at))
		return "the line above is no key: each key is followed by a colon and a blank";
	for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++)
		if (strstr(problem, complaints[i].says))
			return complaints[i].hint;
	return NULL;
}

static bool
not_yaml(struct reader *r)
{
	const yaml_parser_t *y = &r->yaml;
	if (y->error == YAML_READER_ERROR) {
		uint32_t at = (uint32_t)(y->problem_offset < r->src->length ? y->problem_offset : r->src->length);
		return fail(r, (struct span){r->src, at, at + 1}, arena_printf(r->arena, "there is a control character here (0x%02x)", (unsigned)y->problem_value), NULL);
	}
	const char *problem = y->problem ? y->problem : "this is not YAML";
	uint32_t at = offset_of(r, y->problem_mark), opened = offset_of(r, y->context_mark);
	const char *hint = hint_for(r, problem, at);
	bool open = y->context && (strstr(y->context, "flow") || strstr(y->context, "quoted")) && y->problem_mark.line > y->context_mark.line;
	if (open)
		hint = "this is not closed";
	bool begun = y->context && (strstr(y->context, "alias") || strstr(y->context, "anchor") || strstr(y->context, "simple key"));
	if (open || begun)
		at = opened; /* that tells more than the place where something was missed */
	return fail(r, (struct span){r->src, at, at}, arena_printf(r->arena, "YAML: %s", problem), hint);
}

static bool
next(struct reader *r, yaml_event_t *e)
{
	if (r->failed)
		return false;
	return yaml_parser_parse(&r->yaml, e) ? true : not_yaml(r);
}

static struct node *
scalar(struct reader *r, const yaml_event_t *e)
{
	struct node *n = new_node(r, NODE_SCALAR, e);
	n->style = e->data.scalar.style;
	n->tag = copy(r, e->data.scalar.tag);
	n->length = e->data.scalar.length;
	n->text = arena_strndup(r->arena, (const char *)e->data.scalar.value, n->length);
	if (memchr(n->text, 0, n->length))
		fail(r, n->span, "there is a NUL character in this text", NULL);
	yaml_align(r->arena, n);
	n->cut = n->style == YAML_PLAIN_SCALAR_STYLE && followed_by_comment(r, n);
	return n;
}

static void
close_span(struct reader *r, struct node *n, const yaml_event_t *end)
{
	uint32_t to = offset_of(r, end->end_mark);
	if (n->flow && to > n->span.from)
		n->span.to = to;
}

static void
list(struct reader *r, struct node *n, const yaml_event_t *start)
{
	VEC(struct node *) items = {0};
	n->tag = copy(r, start->data.sequence_start.tag);
	n->flow = start->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
	yaml_event_t e;
	while (next(r, &e)) {
		bool end = e.type == YAML_SEQUENCE_END_EVENT;
		if (end)
			close_span(r, n, &e);
		else
			vec_push(r->arena, &items, read_node(r, &e));
		yaml_event_delete(&e);
		if (end)
			break;
	}
	n->items = items.at;
	n->n = items.n;
}

static bool
has_key(const struct node *map, size_t n, const char *key, bool merged_too)
{
	for (size_t i = 0; i < n; i++)
		if ((merged_too || !map->entries[i].merged) && strcmp(map->entries[i].key->text, key) == 0)
			return true;
	return false;
}

typedef VEC(struct entry) entry_list;

/* `<<: *base` adds the entries that the map does not have itself. */
static void
merge(struct reader *r, entry_list *entries, const struct node *from)
{
	if (from->kind == NODE_LIST) {
		for (size_t i = 0; i < from->n; i++)
			merge(r, entries, from->items[i]);
		return;
	}
	if (from->kind != NODE_MAP) {
		fail(r, from->span, "a merge key takes a map, or a list of maps", "write: <<: *anchor");
		return;
	}
	for (size_t i = 0; i < from->n && !r->failed; i++) {
		struct node sofar = {.n = entries->n, .entries = entries->at};
		if (has_key(&sofar, sofar.n, from->entries[i].key->text, true))
			continue;
		if (++r->nodes > r->most_nodes)
			fail(r, from->span, "this file has too many parts", NULL);
		vec_push(r->arena, entries, (struct entry){from->entries[i].key, from->entries[i].value, true});
	}
}

static void
check_key(struct reader *r, const entry_list *entries, const struct node *key)
{
	struct node sofar = {.n = entries->n, .entries = entries->at};
	if (key->kind != NODE_SCALAR)
		fail(r, key->span, "a key must be a name, not a list or a map", "an expression in braces needs quotes");
	else if (sofar.n >= YAML_MOST_KEYS)
		fail(r, key->span, "this map has too many keys", NULL);
	else if (has_key(&sofar, sofar.n, key->text, false))
		fail(r, key->span, arena_printf(r->arena, "the key '%s' stands here twice", key->text), NULL);
}

static bool
is_merge_key(const struct node *key)
{
	return key->kind == NODE_SCALAR && key->style == YAML_PLAIN_SCALAR_STYLE && strcmp(key->text, "<<") == 0;
}

/* `y)` in `{a: f(x, y)}`: a key without a colon */
static bool
is_bare(const struct reader *r, const struct node *key, const struct node *value)
{
	const struct source *s = r->src;
	size_t at = key->span.to;
	if (value->kind != NODE_SCALAR || value->length > 0 || value->style != YAML_PLAIN_SCALAR_STYLE)
		return false;
	while (at < s->length && strchr(" \t\r\n", s->text[at]))
		at++;
	return at < s->length && s->text[at] != ':';
}

static void
map(struct reader *r, struct node *n, const yaml_event_t *start)
{
	entry_list entries = {0};
	VEC(struct node *) merges = {0};
	n->tag = copy(r, start->data.mapping_start.tag);
	n->flow = start->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
	yaml_event_t e;
	while (next(r, &e)) {
		if (e.type == YAML_MAPPING_END_EVENT) {
			close_span(r, n, &e);
			yaml_event_delete(&e);
			break;
		}
		struct node *key = read_node(r, &e);
		yaml_event_delete(&e);
		if (r->failed)
			break;
		check_key(r, &entries, key);
		if (!next(r, &e))
			break;
		struct node *value = read_node(r, &e);
		yaml_event_delete(&e);
		struct node *before = entries.n ? entries.at[entries.n - 1].value : NULL;
		bool split = n->flow && is_bare(r, key, value) && before && before->length > 0 && before->style == YAML_PLAIN_SCALAR_STYLE;
		if (split)
			before->split = true;
		else if (is_merge_key(key))
			vec_push(r->arena, &merges, value);
		else
			vec_push(r->arena, &entries, (struct entry){key, value, false});
	}
	for (size_t i = 0; i < merges.n && !r->failed; i++)
		merge(r, &entries, merges.at[i]);
	n->entries = entries.at;
	n->n = entries.n;
}

static size_t
remember(struct reader *r, const yaml_char_t *name, const yaml_event_t *e)
{
	if (!name)
		return SIZE_MAX;
	if (r->anchors.n >= YAML_MOST_KEYS)
		fail(r, event_span(r, e), "there are too many anchors in this file", NULL);
	vec_push(r->arena, &r->anchors, (struct anchor){copy(r, name), NULL});
	return r->anchors.n - 1;
}

/* How many nodes a node stands for once its aliases are followed; a long text is as much work as many short ones. */
static size_t
weight(const struct node *n, size_t limit)
{
	size_t all = 1 + n->length / 16;
	for (size_t i = 0; i < n->n && all < limit; i++)
		all += weight(n->kind == NODE_LIST ? n->items[i] : n->entries[i].value, limit - all);
	return all;
}

static struct node *
alias(struct reader *r, const yaml_event_t *e)
{
	const char *name = (const char *)e->data.alias.anchor;
	for (size_t i = r->anchors.n; i-- > 0;) {
		if (strcmp(r->anchors.at[i].name, name) != 0)
			continue;
		struct node *n = r->anchors.at[i].node;
		if (!n) {
			fail(r, event_span(r, e), "this alias stands inside what it names", NULL);
			break;
		}
		size_t more = weight(n, r->most_nodes);
		if ((r->nodes += more) > r->most_nodes)
			fail(r, event_span(r, e), "this file has too many parts", "aliases multiply what they stand for");
		return n;
	}
	const char *message = arena_printf(r->arena, "there is no anchor '&%s' above", name);
	fail(r, event_span(r, e), message, "an expression that starts with * needs quotes");
	return new_node(r, NODE_SCALAR, e);
}

static struct node *
read_node(struct reader *r, yaml_event_t *e)
{
	struct node *n;
	size_t anchor = SIZE_MAX;
	if (e->type == YAML_ALIAS_EVENT)
		return alias(r, e);
	if (++r->depth > YAML_DEEPEST)
		fail(r, event_span(r, e), "this is nested too deeply", NULL);
	if (e->type == YAML_SCALAR_EVENT) {
		anchor = remember(r, e->data.scalar.anchor, e);
		n = scalar(r, e);
	} else if (e->type == YAML_SEQUENCE_START_EVENT) {
		anchor = remember(r, e->data.sequence_start.anchor, e);
		n = new_node(r, NODE_LIST, e);
		list(r, n, e);
	} else {
		anchor = remember(r, e->data.mapping_start.anchor, e);
		n = new_node(r, NODE_MAP, e);
		map(r, n, e);
	}
	if (anchor != SIZE_MAX)
		r->anchors.at[anchor].node = n;
	r->depth--;
	return n;
}

/* --- documents --- */

static struct node *
read_document(struct reader *r)
{
	struct node *root = NULL;
	yaml_event_t e;
	while (next(r, &e)) {
		yaml_event_type_t type = e.type;
		if (type == YAML_DOCUMENT_START_EVENT && root)
			fail(r, event_span(r, &e), "a second document starts here; one is read", "give it a file of its own");
		else if (type != YAML_STREAM_START_EVENT && type != YAML_STREAM_END_EVENT && type != YAML_DOCUMENT_START_EVENT && type != YAML_DOCUMENT_END_EVENT)
			root = read_node(r, &e);
		yaml_event_delete(&e);
		if (type == YAML_STREAM_END_EVENT)
			break;
	}
	if (!r->failed && !root)
		fail(r, (struct span){r->src, 0, 0}, "there is nothing in this file", NULL);
	return r->failed ? NULL : root;
}

struct node *
yaml_read(struct arena *a, struct diags *d, const struct source *src, size_t most_nodes)
{
	struct reader r = {.arena = a, .diags = d, .src = src, .most_nodes = most_nodes};
	size_t bad = utf8_check(src->text, src->length);
	if (bad < src->length) {
		diag_error(d, (struct span){src, (uint32_t)bad, (uint32_t)bad + 1}, "this is not UTF-8");
		diag_hint(d, "save the file in UTF-8");
		return NULL;
	}
	find_lines(&r);
	if (!yaml_parser_initialize(&r.yaml)) {
		diag_error(d, span_whole(src), "YAML: out of memory");
		return NULL;
	}
	yaml_parser_set_encoding(&r.yaml, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.yaml, (const unsigned char *)src->text, src->length);
	struct node *root = read_document(&r);
	yaml_parser_delete(&r.yaml);
	return root;
}

struct snippet
node_snippet(const struct node *n, const struct source *src)
{
	return (struct snippet){src, n->text, n->length, n->offsets, 0};
}

struct node *
node_get(const struct node *map, const char *key)
{
	for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++)
		if (strcmp(map->entries[i].key->text, key) == 0)
			return map->entries[i].value;
	return NULL;
}
