#include "unit/spec/loaded.h"

#include "spec/yaml.h"

/* The text of the scalar at the key `x` of a map, as it stands in the source: each byte where the offsets say it is. */
static void
check_places(const char *yaml, const char *expected, const char *seen)
{
	struct arena a = {0};
	struct diags d = {0};
	struct source *src = source_text(&a, "spec.yaml", yaml, strlen(yaml));
	struct node *root = yaml_read(&a, &d, src, YAML_MOST_NODES);
	if (!root)
		diags_print(&d, stderr, false);
	assert_non_null(root);
	struct node *n = node_get(root, "x");
	assert_string_equal(n->text, expected);
	char *found = arena_strdup(&a, n->text);
	for (size_t i = 0; i < n->length; i++) {
		assert_true(n->offsets[i] <= src->length);
		assert_true(i == 0 || n->offsets[i] >= n->offsets[i - 1]);
		found[i] = src->text[n->offsets[i]];
	}
	assert_string_equal(found, seen);
	diags_free(&d);
	arena_free(&a);
}

static void
plain_text_stands_where_it_stands(void **state)
{
	(void)state;
	check_places("x: a + b\n", "a + b", "a + b");
	check_places("x: &anchor  a + b\n", "a + b", "a + b");
	check_places("{x: a + b, y: 3}\n", "a + b", "a + b");
	check_places("x: ∀ é ∈ s\n", "∀ é ∈ s", "∀ é ∈ s");
}

static void
a_line_break_in_plain_text_is_a_blank(void **state)
{
	(void)state;
	check_places("x: a\n   and b\n", "a and b", "a\nand b");
	check_places("x: a   \n\n   b\n", "a\nb", "a b");
	check_places("x: a\n\n\n  b\n", "a\n\nb", "a\n\nb");
	check_places("x:\n  a\r\n  b\r\n", "a b", "a\rb");
}

static void
quotes_and_escapes_are_left_out(void **state)
{
	(void)state;
	check_places("x: 'a + ''b'''\n", "a + 'b'", "a + 'b'");
	check_places("x: \"a\\tb \\\"c\\\" \\u00e9d\"\n", "a\tb \"c\" éd", "a\\b \\c\\ \\\\d");
	check_places("x: \"a \\\n   b\"\n", "a b", "a b");
	check_places("x: \"a\n   b\"\n", "a b", "a\nb");
	check_places("x: 'a\n\n   b'\n", "a\nb", "a\nb");
	check_places("x: \"\\N\\_\\L\\x41\"\n", "\xc2\x85\xc2\xa0\xe2\x80\xa8" "A", "\\\\\\\\\\\\\\\\");
	check_places("x: !!str &q 'abc'\n", "abc", "abc");
}

static void
literal_blocks_keep_lines_and_deeper_indentation(void **state)
{
	(void)state;
	check_places("x: |\n  a\n    b\n  c\n", "a\n  b\nc\n", "a\n  b\nc\n");
	check_places("x: |-\n\n  a\n\n  b\n", "\na\n\nb", "\na\n\nb");
	check_places("x: |2 # indented by two\n    a\n  b\n", "  a\nb\n", "  a\nb\n");
	check_places("x: |\r\n  a\r\n  b\r\n", "a\nb\n", "a\rb\r");
	check_places("x: |+\n  aé\n\n", "aé\n\n", "aé\n\n");
	check_places("x: |\n  a", "a", "a");
}

static void
folded_blocks_join_lines(void **state)
{
	(void)state;
	check_places("x: >\n  a\n  b\n", "a b\n", "a b\n");
	check_places("x: >-\n  a\n\n  b\n", "a\nb", "a\nb");
	check_places("x: >-\n  a\n    b\n  c\n", "a\n  b\nc", "a\n  b\nc");
	check_places("x: >-\n  a é\n  ü b\n", "a é ü b", "a é ü b");
}

static const struct mistake carets[] = {
	{"resource: r\noperations:\n  op:\n    cpre: true and\n      false and\n      @@nothing\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op:\n    cpre: \"true \\\n      and \\\"\\\" == @@nothing\"\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op:\n    cpre: 'true and ''c'' == @@nothing'\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op:\n    cpre: |\n      true\n        and\n          @@nothing\n      and false\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op:\n    cpre: >\n      true\n        and\n          @@nothing\n      and false\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op:\n    cpre: >\n      true\n\n      and @@nothing\n      and false\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op:\n    cpre: ∀ x ∈ 0..3 • x ≠ @@nothing ∧ x ≤ 3\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op:\n    cpre: |\n      ∀ x ∈ 0..3 •\n        x ≠ @@nothing ∧ x ≤ 3\n", "'nothing' is not known", NULL},
	{"resource: r\noperations:\n  op: {cpre: &c true, cases: {a: *c, b: @@nothing}}\n", "'nothing' is not known", NULL},
	{"resource: r\noperations: {op: {}}\nimplementation:\n  prototypes: |\n    void f(void);\n      int g(@@wharf x);\n  op: f()\n", "unknown type `wharf`", NULL},
	{"resource: r\noperations: {op: {}}\nimplementation:\n  prototypes: void f(void);\n  op:\n    @@f(\n      nothing)\n", "f takes 0", NULL},
};

static void
carets_are_right_in_every_kind_of_text(void **state)
{
	(void)state;
	FIND_MISTAKES(carets);
}

static void
a_byte_order_mark_takes_no_column(void **state)
{
	(void)state;
	static const char text[] = "\xef\xbb\xbf" "resurce: r\nresource: r\noperations: {op: {}}\n";
	struct loaded l;
	load(&l, text);
	assert_int_equal(l.diags.list.n, 1);
	struct span s = l.diags.list.at[0].span;
	struct position p = source_position(s.src, s.from);
	assert_int_equal(p.line, 1);
	assert_int_equal(p.column, 1);
	forget(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_stands_where_it_stands),
		cmocka_unit_test(a_line_break_in_plain_text_is_a_blank),
		cmocka_unit_test(quotes_and_escapes_are_left_out),
		cmocka_unit_test(literal_blocks_keep_lines_and_deeper_indentation),
		cmocka_unit_test(folded_blocks_join_lines),
		cmocka_unit_test(carets_are_right_in_every_kind_of_text),
		cmocka_unit_test(a_byte_order_mark_takes_no_column),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
