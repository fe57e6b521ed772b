#include "lang/parser.h"

static struct texpr *
make_type(struct parser *p, enum texpr_kind kind)
{
	struct texpr *t = arena_new(p->arena, struct texpr);
	t->kind = kind;
	return t;
}

static struct texpr *
collection_type(struct parser *p, enum type_kind of, bool needs_of)
{
	struct texpr *t = make_type(p, TEXPR_OF);
	t->of = of;
	parser_next(p);
	if (!parser_accept_word(p, WORD_OF) && needs_of)
		parser_unexpected(p, "'of'");
	t->elem = parser_type(p);
	return t;
}

static struct texpr *
map_type(struct parser *p)
{
	struct texpr *t = make_type(p, TEXPR_MAP);
	parser_next(p);
	if (parser_accept(p, MARK_LIST_OPEN)) {
		t->key = parser_type(p);
		parser_expect(p, MARK_LIST_CLOSE, "']'");
	} else {
		t->key = parser_type(p);
		parser_expect_word(p, WORD_TO, "'to' or '['");
	}
	t->elem = parser_type(p);
	return t;
}

enum { MOST_NAMES = 2000 };

static struct texpr *
named_parts(struct parser *p, enum texpr_kind kind)
{
	struct texpr *t = make_type(p, kind);
	VEC(const char *) names = {0};
	VEC(struct span) spans = {0};
	VEC(struct texpr *) fields = {0};
	parser_next(p);
	parser_expect(p, MARK_OPEN, "'('");
	do {
		struct span span = parser_span(p, p->now.from, p->now.to);
		const char *name = parser_name(p, "a name");
		vec_push(p->arena, &names, name);
		if (names.n > MOST_NAMES)
			parser_fail(p, p->now, "there are too many names here", NULL);
		vec_push(p->arena, &spans, span);
		if (kind == TEXPR_RECORD) {
			parser_expect(p, MARK_COLON, "':'");
			struct texpr *field = parser_type(p);
			vec_push(p->arena, &fields, field);
		}
	} while (!p->failed && parser_accept(p, MARK_COMMA));
	parser_expect(p, MARK_CLOSE, "',' or ')'");
	t->n = names.n;
	t->names = names.at;
	t->spans = spans.at;
	t->fields = fields.at;
	return t;
}

/* A name alone is a type; anything else starts a range. */
static struct texpr *
name_or_range(struct parser *p)
{
	struct expr *low = parser_expression(p, LEVEL_RANGE + 1);
	if (low->kind == EXPR_NAME && !parser_at_op(p, OP_RANGE)) {
		struct texpr *t = make_type(p, TEXPR_NAME);
		t->name = low->text;
		if (parser_at_word(p, WORD_OF))
			parser_fail(p, p->now, arena_printf(p->arena, "'%s' is no collection", t->name), "write: seq of T, set of T, bag of T or option of T");
		return t;
	}
	struct texpr *t = make_type(p, TEXPR_RANGE);
	t->low = low;
	parser_expect_op(p, OP_RANGE, "a type");
	t->high = parser_expression(p, LEVEL_RANGE + 1);
	return t;
}

struct texpr *
parser_type(struct parser *p)
{
	size_t from = p->now.from;
	struct texpr *t;
	if (p->depth >= DEEPEST_NESTING)
		parser_fail(p, p->now, "this type is nested too deeply", NULL);
	if (p->failed)
		return make_type(p, TEXPR_NAME);
	p->depth++;
	if (parser_at_name(p, "seq"))
		t = collection_type(p, TYPE_SEQ, true);
	else if (parser_at_name(p, "set"))
		t = collection_type(p, TYPE_SET, true);
	else if (parser_at_name(p, "bag"))
		t = collection_type(p, TYPE_BAG, true);
	else if (parser_at_name(p, "option"))
		t = collection_type(p, TYPE_OPTION, false);
	else if (parser_at_name(p, "map"))
		t = map_type(p);
	else if (parser_at_name(p, "enum"))
		t = named_parts(p, TEXPR_ENUM);
	else if (parser_at_name(p, "record"))
		t = named_parts(p, TEXPR_RECORD);
	else if (parser_accept(p, MARK_OPEN)) {
		t = parser_type(p);
		parser_expect(p, MARK_CLOSE, "')'");
	} else
		t = name_or_range(p);
	p->depth--;
	t->span = parser_span(p, from, parser_end(p));
	return t;
}
