#include "test/replay.h"

#include "unit/unit.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const char hall[] =
	"resource: hall\nparameters: { most: 1..9, mode: 'enum(slow, fast)' }\ntypes: { Name: string }\nconstants: { BIG: 7 }\nstate: { n: nat = 0 }\noperations:\n"
	"  enter: { params: { w: 0..9 }, cpre: n + w <= most, post: n += w }\n"
	"  leave: { returns: int, result: n, post: n := 0 }\n"
	"  say: { params: { s: string, c: char, b: bool } }\n"
	"  mix: { params: { q: seq of int, t: set of char, g: bag of bool, o: 'option string' } }\n"
	"  maps: { params: { m: 'map string to int', t: 'map bool to 0..3', r: 'record(k: string, v: option bool)', y: bytes } }\n";

struct read {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct heap *heap;
	const struct replay *replay; /* NULL: it was not accepted */
};

static void
read_bytes(struct read *r, const char *text, size_t n)
{
	*r = (struct read){0};
	r->spec = spec_parse(&r->arena, &r->diags, source_text(&r->arena, "hall.yaml", hall, strlen(hall)), "hall.yaml", NULL);
	assert_non_null(r->spec);
	r->heap = heap_new(r->spec->heap);
	struct replay_file *f = replay_open(&r->arena, &r->diags, source_text(&r->arena, "x.srt", text, n));
	r->replay = f ? replay_read(f, &r->arena, &r->diags, r->spec, r->heap) : NULL;
	assert_int_equal(r->replay != NULL, r->diags.errors == 0);
}

static void
forget(struct read *r)
{
	heap_free(r->heap);
	spec_free(r->spec);
	diags_free(&r->diags);
	arena_free(&r->arena);
}

static void
read_good(struct read *r, const char *text)
{
	read_bytes(r, text, strlen(text));
	if (r->replay)
		return;
	diags_print(&r->diags, stderr, false);
	fail_msg("not accepted:\n%s", text);
}

/* Any key may follow. */
#define HEAD "replay: 1\nspec: hall.yaml\n"

/* --- what is read --- */

static void
a_file_by_hand_needs_no_more_than_the_calls(void **state)
{
	struct read r;
	read_good(&r, HEAD "phases:\n  - calls: { ann: enter(BIG - 5), bob: leave }\n  - calls: { ann: leave() }\n");
	const struct test *t = r.replay->test;
	assert_int_equal(t->n, 2);
	assert_int_equal(t->nclients, 2);
	assert_string_equal(t->clients[0], "ann");
	assert_string_equal(t->clients[1], "bob");
	assert_int_equal(t->scripts[0].n, 2);
	assert_int_equal(t->scripts[0].calls[0].operation, 0);
	assert_int_equal(t->scripts[0].calls[0].values[0], 2);
	assert_int_equal(t->phases[0].n, 2);
	assert_int_equal(t->phases[1].clients[0], 0);
	assert_int_equal(t->params[0], 1); /* the first value */
	assert_false(r.replay->phases[0].returned_given || r.replay->phases[0].steps_given || r.replay->phases[0].schedule_given);
	forget(&r);
}

static void
the_order_of_clients_gives_them_their_numbers(void **state)
{
	struct read r;
	read_good(&r, HEAD "clients: [x, y, z]\nphases:\n  - calls: { z: leave, y: leave }\n    schedule: z 3 -> y, thread 2 0 -> host, actor 99 1 -> z\n");
	const struct test_phase *p = &r.replay->test->phases[0];
	assert_int_equal(p->clients[0], 2);
	assert_int_equal(p->clients[1], 1);
	assert_int_equal(p->nchoices, 3);
	assert_int_equal(p->choices[0].actor, 2);
	assert_int_equal(p->choices[0].nth, 3);
	assert_int_equal(p->choices[0].chosen, 1);
	assert_int_equal(p->choices[1].actor, ACTOR_THREAD + 2);
	assert_int_equal(p->choices[1].chosen, ACTOR_HOST);
	assert_int_equal(p->choices[2].actor, 99);
	forget(&r);
}

static void
a_schedule_may_name_clients_that_call_later(void **state)
{
	struct read r;
	read_good(&r, HEAD "phases:\n  - calls: { a: leave }\n    schedule: a 0 -> b\n  - calls: { b: leave }\n");
	assert_int_equal(r.replay->test->phases[0].choices[0].chosen, 1);
	forget(&r);
}

static void
the_head_says_where_it_comes_from(void **state)
{
	struct read r;
	read_good(&r, HEAD
		"spec_hash: 0xfedcba9876543210\nimplementation: [a.c, 'b, c.c']\nimplementation_hash: 0x10\nseed: 24301\nround: 3\nfails: progress\nvariant: plain\n"
		"define: { BIG: '3' }\npolicy: fifo\nparameters: { mode: fast, most: 4 + 1 }\nspins: [0x1139]\nbreakpoints: [0x1142, 0x4000000000001142]\nphases: []\n");
	const struct replay_head *h = &r.replay->head;
	assert_true(h->spec_marked && h->spec_mark == 0xfedcba9876543210);
	assert_int_equal(h->nimplementation, 2);
	assert_string_equal(h->implementation[1], "b, c.c");
	assert_true(h->code_marked && h->code_mark == 16);
	assert_true(h->seeded && h->seed == 0x5eed);
	assert_int_equal(h->round, 3);
	assert_string_equal(h->fails, "progress");
	assert_int_equal(h->variant, VARIANT_PLAIN);
	assert_int_equal(r.replay->test->variant, VARIANT_PLAIN);
	assert_string_equal(h->defines[0].name, "BIG");
	assert_string_equal(h->policy, "fifo");
	assert_int_equal(r.replay->test->params[0], 5);
	assert_int_equal(r.replay->test->params[1], 1);
	assert_int_equal(r.replay->test->spins[0], 0x1139);
	assert_int_equal(r.replay->test->nbreakpoints, 2);
	assert_int_equal(r.replay->test->breakpoints[1], 0x4000000000001142);
	forget(&r);
}

/* --- what is written reads the same --- */

static void
check_again(const char *text)
{
	struct read once, twice;
	struct text first = {0}, second = {0};
	read_good(&once, text);
	assert_true(replay_write(&first, once.spec, once.replay));
	read_good(&twice, first.s);
	assert_true(replay_write(&second, twice.spec, twice.replay));
	assert_string_equal(first.s, second.s);
	assert_null(replay_difference(&once.arena, once.spec, once.replay, twice.replay));
	const struct test *a = once.replay->test, *b = twice.replay->test;
	assert_int_equal(test_calls(a), test_calls(b));
	assert_int_equal(a->variant, b->variant);
	for (size_t c = 0; c < a->nclients; c++)
		for (size_t i = 0; i < a->scripts[c].n; i++) {
			const struct operation *op = &once.spec->ops[a->scripts[c].calls[i].operation];
			assert_int_equal(op->index, b->scripts[c].calls[i].operation);
			for (size_t k = 0; k < op->n; k++) {
				word copy = heap_copy(once.heap, op->params[k].type, b->scripts[c].calls[i].values[k]);
				assert_int_equal(value_compare(op->params[k].type, a->scripts[c].calls[i].values[k], copy), 0);
			}
		}
	text_free(&first);
	text_free(&second);
	forget(&once);
	forget(&twice);
}

static void
calls_of_all_types_survive_being_written(void **state)
{
	static const char *const calls[] = {
		"'say(\"\", ''x'', true)'",
		"'say(\"a: b # \\\"c\\\" \\\\ it''s\\n\\t\\x01\\xff\", ''\\'''', false)'",
		"'say(\"{a, [b\", ''\\\\'', false)'",
		"'mix([-1, 9223372036854775807, -9223372036854775807 - 1], {''a'', ''\\n''}, bag(true, true, false), some(\"none\"))'",
		"'mix([], {}, {}, none)'",
		"'maps({\"a b\" -> 3, \"\" -> -4}, {false -> 0, true -> 3}, (k = \"k\", v = some(false)), [0, 255, 10])'",
		"'maps({}, {false -> 1, true -> 1}, (k = \"\", v = none), [])'",
	};
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		struct text t = {0};
		text_printf(&t, HEAD "phases:\n  - calls:\n      a: %s\n", calls[i]);
		check_again(t.s);
		text_free(&t);
	}
}

static void
everything_survives_being_written(void **state)
{
	check_again(HEAD "implementation: \"it's \\\"odd\\\": # [x].so\"\npolicy: 'priority: w'\nseed: 0\nparameters: { most: 9 }\nspins: [1, 0xffffffffffffffff]\nbreakpoints: [2]\nphases:\n"
		"  - calls: { a: leave, b: enter(9) }\n    returned: { a: 12 }\n    blocked: [b]\n    steps: 7\n    schedule: a 0 -> b, host 1 -> a\n"
		"  - calls: { a: leave }\n    returned: {}\n");
	check_again(HEAD "implementation: \"\\u2028\\x85\\ufeff\\U0001f600\\t\\e\"\nphases: []\n");
	check_again(HEAD "variant: unoptimised\nphases: []\n");
	check_again(HEAD "implementation: ' '\npolicy: '- x'\ndefine: { BIG: '!x', most: '*a' }\nphases: []\n");
}

static void
long_schedules_and_many_clients_are_wrapped(void **state)
{
	struct text t = {0};
	text_str(&t, HEAD "phases:\n  - calls:\n");
	for (int i = 0; i < TEST_MOST_CLIENTS; i++)
		text_printf(&t, "      client_with_a_name_%d: leave\n", i);
	text_str(&t, "    schedule: client_with_a_name_0 0 -> client_with_a_name_1");
	for (int i = 1; i < 3000; i++)
		text_printf(&t, ", client_with_a_name_%d %d -> client_with_a_name_%d", i % TEST_MOST_CLIENTS, i, i * 7 % TEST_MOST_CLIENTS);
	text_char(&t, '\n');
	check_again(t.s);
	struct read r;
	struct text out = {0};
	read_good(&r, t.s);
	assert_true(replay_write(&out, r.spec, r.replay));
	for (const char *line = out.s, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		assert_true(end - line < 160);
	}
	text_free(&out);
	text_free(&t);
	forget(&r);
}

static void
a_path_that_is_not_utf8_cannot_be_written(void **state)
{
	struct read r;
	struct text out = {0};
	read_good(&r, HEAD "phases: []\n");
	struct replay copy = *r.replay;
	copy.head.spec = "\xff.yaml";
	assert_false(replay_write(&out, r.spec, &copy));
	text_free(&out);
	forget(&r);
}

/* --- mistakes --- */

static const struct {
	const char *text, *at, *message;
} mistakes[] = {
	{"", "", "there is nothing in this file"},
	{"[]", "[]", "a replay file is a map"},
	{"replay: 1\nphases: []\n", "replay", "a replay file needs the key 'spec'"},
	{"replay: 2\nspec: x\nphases: []\n", "2", "this file is of version 2; known is 1"},
	{"replay: one\nspec: x\nphases: []\n", "one", "a number from 0 to"},
	{HEAD "phases: []\nfails: progres\n", "progres", "'progres' is not a class of failures"},
	{HEAD "phases: []\nvariant: plan\n", "plan", "'plan' is not a variant"},
	{HEAD "phases: []\nvariant: [plain]\n", "[plain]", "a variant"},
	{HEAD "phases: []\nround: 4\n", "4", "a number from 0 to 3"},
	{HEAD "phases: []\nseed: -1\n", "-1", "a number from 0 to"},
	{HEAD "phases: []\nseed: 0x10000000000000000\n", "0x1", "a number from 0 to"},
	{HEAD "phases: []\nparameters: { least: 1 }\n", "least", "hall has no parameter 'least'"},
	{HEAD "phases: []\nparameters: { most: 10 }\n", "10", "this is 10, which is never in"},
	{HEAD "phases: []\nparameters: { most: 5 + 5 }\n", "5 + 5", ""},
	{HEAD "phases: []\nparameters: { mode: quick }\n", "quick", "quick"},
	{HEAD "phases: []\nclients: [a, b, a]\n", "a]", "there are two clients 'a'"},
	{HEAD "phases: []\nclients: [thread]\n", "thread", "is a word of the schedule"},
	{HEAD "phases: []\nclients: [a b]\n", "a b", "is not a name"},
	{HEAD "phases: []\nspins: 3\n", "3", "places stand here as a list"},
	{HEAD "phases: []\nbreakpoints: 3\n", "3", "places stand here as a list"},
	{HEAD "phases: 3\n", "3", "phases stand here as a list"},
	{HEAD "phases: [3]\n", "3", "a phase of a replay file is a map"},
	{HEAD "phases: [{}]\n", "{}", "a phase of a replay file needs the key 'calls'"},
	{HEAD "phases: [{ calls: {} }]\n", "{} }", "there is no call in this phase"},
	{HEAD "phases: [{ calls: { a: enter(1), a: enter(2) } }]\n", "a: enter(2)", "stands here twice"},
	{HEAD "phases: [{ calls: { a: entre(1) } }]\n", "entre", "hall has no operation 'entre'"},
	{HEAD "phases: [{ calls: { a: enter } }]\n", "enter", "enter takes 1 argument, not 0"},
	{HEAD "phases: [{ calls: { a: 'enter(1' } }]\n", "' }", ""},
	{HEAD "phases: [{ calls: { a: enter(10) } }]\n", "10", "this is 10, which is never in 0..9"},
	{HEAD "phases: [{ calls: { a: enter(most) } }]\n", "most", "most"},
	{HEAD "phases: [{ calls: { a: enter(pick 1..2) } }]\n", "pick", "pick"},
	{HEAD "phases: [{ calls: { a: enter(1 div 0) } }]\n", "1 div 0", "division by zero"},
	{HEAD "clients: [robot0]\nphases: [{ calls: { robto0: leave } }]\n", "robto0", "there is no client 'robto0'"},
	{HEAD "phases: [{ calls: { a: leave }, returned: { b: 1 } }]\n", "b: 1", "there is no client 'b'"},
	{HEAD "phases: [{ calls: { a: enter(1) }, returned: { a: 1 } }]\n", "1 } }]", "enter returns no value"},
	{HEAD "phases: [{ calls: { a: leave }, returned: { a: 1 + } }]\n", " } }]", ""},
	{HEAD "phases: [{ calls: { a: leave }, returned: { a: 1 }, blocked: [a] }]\n", "a] }]", "a cannot both return and stay blocked"},
	{HEAD "clients: [a, b]\nphases: [{ calls: { a: leave }, blocked: [b] }]\n", "b] }]", "b has not made a call"},
	{HEAD "phases: [{ calls: { a: leave }, schedule: a 0 -> }]\n", "a 0 ->", "this is no choice of the schedule"},
	{HEAD "phases: [{ calls: { a: leave }, schedule: 'a 0 -> a, , a 1 -> a' }]\n", " , a 1", "this is no choice of the schedule"},
	{HEAD "phases: [{ calls: { a: leave }, schedule: a 0 -> q }]\n", "a 0 -> q", "this is no choice of the schedule"},
	{HEAD "phases: [{ calls: { a: leave }, schedule: a 4294967296 -> a }]\n", "a 4294967296", "this is no choice of the schedule"},
	{HEAD "phases: [{ calls: { a: leave }, schedule: a 0 -> a a }]\n", "a 0 -> a a", "this is no choice of the schedule"},
	{HEAD "phases: [{ calls: { a: leave }, step: 3 }]\n", "step", "a phase of a replay file has no key 'step'"},
};

static void
mistakes_are_told_with_their_place(void **state)
{
	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
		struct read r;
		read_bytes(&r, mistakes[i].text, strlen(mistakes[i].text));
		if (r.replay)
			fail_msg("accepted:\n%s", mistakes[i].text);
		const struct diag *d = &r.diags.list.at[0];
		const char *at = d->span.src->text + d->span.from;
		if (strncmp(at, mistakes[i].at, strlen(mistakes[i].at)) != 0 || !strstr(d->message, mistakes[i].message)) {
			diags_print(&r.diags, stderr, false);
			fail_msg("should point at \"%s\" and say \"%s\":\n%s", mistakes[i].at, mistakes[i].message, mistakes[i].text);
		}
		forget(&r);
	}
}

static void
a_file_cut_off_anywhere_is_read_or_refused(void **state)
{
	static const char whole[] = HEAD "clients: [a, b]\nphases:\n  - calls: { a: enter(9), b: 'say(\"x\", ''c'', true)' }\n    returned: { b: }\n    blocked: [a]\n    schedule: a 0 -> b\n";
	for (size_t n = 0; n < sizeof whole; n++) {
		struct read r;
		read_bytes(&r, whole, n);
		forget(&r);
	}
}

static void
there_are_no_more_clients_than_a_test_can_have(void **state)
{
	struct text t = {0};
	struct read r;
	text_str(&t, HEAD "phases:\n  - calls:\n");
	for (int i = 0; i <= TEST_MOST_CLIENTS; i++)
		text_printf(&t, "      c%d: leave\n", i);
	read_bytes(&r, t.s, t.n);
	assert_null(r.replay);
	assert_non_null(strstr(r.diags.list.at[0].message, "more than 64 clients"));
	text_free(&t);
	forget(&r);
}

/* --- differences --- */

/* Both are phases; "" says that they do not differ. */
static void
check_difference(const char *then, const char *now, const char *words)
{
	struct read a, b;
	struct text s = {0}, t = {0};
	text_printf(&s, HEAD "clients: [x, y]\nfails: safety\nphases:\n%s", then);
	text_printf(&t, HEAD "clients: [x, y]\nfails: safety\nphases:\n%s", now);
	read_good(&a, s.s);
	read_good(&b, t.s);
	const char *difference = replay_difference(&a.arena, a.spec, a.replay, b.replay);
	assert_string_equal(difference ? difference : "", words);
	text_free(&s);
	text_free(&t);
	forget(&a);
	forget(&b);
}

#define FIRST "  - { calls: { x: leave }, returned: { x: 3 }, steps: 4 }\n"

static void
the_first_difference_is_told(void **state)
{
	check_difference(FIRST, FIRST, "");
	check_difference(FIRST, "  - { calls: { x: leave }, returned: { x: 4 }, steps: 5 }\n", "in phase 1 x leave() returns 4; it returned 3");
	check_difference(FIRST, "  - { calls: { x: leave }, returned: {}, steps: 4 }\n", "in phase 1 x leave() does not return; it did");
	check_difference(FIRST, "  - { calls: { x: leave }, returned: { x: 3 }, steps: 5 }\n", "in phase 1 the implementation takes 5 steps; it took 4");
	check_difference(FIRST "  - { calls: { y: enter(1) }, returned: {}, blocked: [y] }\n", FIRST "  - { calls: { y: enter(1) }, returned: { y: } }\n",
		"in phase 2 y enter(1) returns; it did not");
	check_difference(FIRST FIRST, FIRST "  - { calls: { y: leave }, returned: {} }\n", "in phase 2 x leave() cannot be made: the last call of x has not returned");
	check_difference(FIRST FIRST, FIRST, "it ends in phase 1; it went on to phase 2");
	check_difference("  - { calls: { x: leave }, schedule: x 0 -> y }\n", "  - { calls: { x: leave }, schedule: x 1 -> y }\n",
		"in phase 1 the schedule cannot do what it did: at point 0 of x, y goes on");
	check_difference("  - { calls: { x: leave }, steps: 3 }\n", "  - { calls: { x: leave }, schedule: host 1 -> thread 2, steps: 3 }\n",
		"in phase 1 the schedule does what it did not: at point 1 of the host, thread 2 goes on");
}

static void
what_a_file_does_not_say_cannot_differ(void **state)
{
	check_difference("  - { calls: { x: leave } }\n", "  - { calls: { x: leave }, returned: { x: 1 }, steps: 9, schedule: x 0 -> y }\n", "");
	check_difference("  - { calls: { x: leave, y: leave }, blocked: [y] }\n", "  - { calls: { x: leave, y: leave }, returned: { x: 1 }, blocked: [y] }\n", "");
	check_difference("  - { calls: { x: leave, y: leave }, blocked: [y] }\n", "  - { calls: { x: leave, y: leave }, returned: { y: 1 } }\n",
		"in phase 1 y leave() returns; it did not");
}

static void
values_are_compared_as_values(void **state)
{
	check_difference("  - { calls: { x: leave }, returned: { x: 1+2 } }\n", "  - { calls: { x: leave }, returned: { x: 3 } }\n", "");
	check_difference("  - { calls: { x: leave }, returned: { x: true } }\n", "  - { calls: { x: leave }, returned: { x: 3 } }\n", "in phase 1 x leave() returns 3; it returned true");
}

/* --- marks --- */

static uint64_t
mark_of(const void *bytes, size_t n)
{
	uint64_t mark = 0;
	FILE *f = fopen("marked", "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
	assert_true(replay_mark_code("marked", &mark));
	unlink("marked");
	return mark;
}

struct image {
	Elf64_Ehdr head;
	Elf64_Phdr load, note;
	char note_bytes[16], code[64], debug[32];
};

static struct image
image(void)
{
	struct image i = {0};
	memcpy(i.head.e_ident, ELFMAG, SELFMAG);
	i.head.e_ident[EI_CLASS] = ELFCLASS64;
	i.head.e_phoff = offsetof(struct image, load);
	i.head.e_phentsize = sizeof(Elf64_Phdr);
	i.head.e_phnum = 2;
	i.load = (Elf64_Phdr){.p_type = PT_LOAD, .p_filesz = offsetof(struct image, debug)};
	i.note = (Elf64_Phdr){.p_type = PT_NOTE, .p_offset = offsetof(struct image, note_bytes), .p_filesz = sizeof i.note_bytes};
	memset(i.code, 'c', sizeof i.code);
	return i;
}

static void
only_what_is_loaded_counts_as_code(void **state)
{
	struct image i = image(), other = image();
	uint64_t mark = mark_of(&i, sizeof i);
	other.debug[3] = 'x';
	other.note_bytes[2] = 'x';
	other.head.e_shoff = 99;
	assert_true(mark_of(&other, sizeof other) == mark);
	other.code[0] = 'x';
	assert_true(mark_of(&other, sizeof other) != mark);
	other = image();
	other.code[sizeof other.code - 1] = 'x';
	assert_true(mark_of(&other, sizeof other) != mark);
}

static void
odd_images_have_a_mark_too(void **state)
{
	struct image i = image();
	for (size_t n = 1; n < sizeof i; n++)
		mark_of(&i, n);
	i.load.p_filesz = UINT64_MAX;
	mark_of(&i, sizeof i);
	i.load.p_offset = UINT64_MAX - 10;
	mark_of(&i, sizeof i);
	i = image();
	i.note.p_filesz = UINT64_MAX;
	mark_of(&i, sizeof i);
	i.head.e_phnum = 65535;
	mark_of(&i, sizeof i);
	i.head.e_phoff = UINT64_MAX - 3;
	mark_of(&i, sizeof i);
}

static void
what_is_no_file_has_no_mark(void **state)
{
	uint64_t mark;
	assert_false(replay_mark_code("not-there", &mark));
	assert_false(replay_mark_code(".", &mark));
	assert_false(replay_mark_code("/dev/zero", &mark));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_by_hand_needs_no_more_than_the_calls),
		cmocka_unit_test(the_order_of_clients_gives_them_their_numbers),
		cmocka_unit_test(a_schedule_may_name_clients_that_call_later),
		cmocka_unit_test(the_head_says_where_it_comes_from),
		cmocka_unit_test(calls_of_all_types_survive_being_written),
		cmocka_unit_test(everything_survives_being_written),
		cmocka_unit_test(long_schedules_and_many_clients_are_wrapped),
		cmocka_unit_test(a_path_that_is_not_utf8_cannot_be_written),
		cmocka_unit_test(mistakes_are_told_with_their_place),
		cmocka_unit_test(a_file_cut_off_anywhere_is_read_or_refused),
		cmocka_unit_test(there_are_no_more_clients_than_a_test_can_have),
		cmocka_unit_test(the_first_difference_is_told),
		cmocka_unit_test(what_a_file_does_not_say_cannot_differ),
		cmocka_unit_test(values_are_compared_as_values),
		cmocka_unit_test(only_what_is_loaded_counts_as_code),
		cmocka_unit_test(odd_images_have_a_mark_too),
		cmocka_unit_test(what_is_no_file_has_no_mark),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
