/*
 * Reads any bytes as a replay file of one of these specifications; the first byte chooses which. What could be read is written,
 * and must then read and write the same.
 */
#include "test/replay.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char *const specs[] = {
	"resource: room\nparameters: { most: 1..9, mode: 'enum(slow, fast)' }\nstate: { n: nat = 0 }\noperations:\n"
	"  enter: { params: { w: 0..9 }, cpre: n + w <= most, post: n += w }\n"
	"  leave: { params: { w: 0..9 }, post: n -= w }\n",

	"resource: values\nstate: { last: 'option string = none' }\noperations:\n"
	"  put: { params: { k: string, v: seq of int, b: bag of bool, s: 'set of char', m: 'map string to int', t: 'map bool to 0..3' } }\n"
	"  get: { params: { o: 'option seq of int', r: 'record(k: string, v: option bool)' }, returns: 'record(k: option string, v: seq of int)' }\n"
	"  color: { returns: 'enum(red, green)' }\n  bytes: { params: { b: bytes }, returns: string }\n",

	("resource: ring\nparameters: { all: -3..2, pair: bool, c: char }\noperations:\n"
	"  take: { returns: 0..3, result: 2 }\n  give: { params: { i: int } }\n"),
};

enum { SPECS = sizeof specs / sizeof *specs };

struct target {
	struct arena arena; /* of the specification; it is loaded once */
	struct spec *spec;
};

static struct spec *
target(size_t which)
{
	static struct target targets[SPECS];
	struct target *t = &targets[which];
	struct diags d = {0};
	struct spec_options none = {0};
	if (t->spec)
		return t->spec;
	t->spec = spec_parse(&t->arena, &d, source_text(&t->arena, "spec", specs[which], strlen(specs[which])), "spec", &none);
	if (!t->spec) {
		diags_print(&d, stderr, false);
		abort();
	}
	diags_free(&d);
	return t->spec;
}

static void
check_spans(const struct diags *d, size_t n)
{
	for (size_t i = 0; i < d->list.n; i++)
		if (d->list.at[i].span.from > n || d->list.at[i].span.to > n + 1 || d->list.at[i].span.from > d->list.at[i].span.to)
			abort();
}

/* Reads a file and writes it again; false if it is none. */
static bool
rewrite(struct spec *spec, const char *bytes, size_t n, struct text *out)
{
	struct arena a = {0};
	struct diags d = {0};
	struct heap *heap = heap_new(spec->heap);
	struct replay_file *f = replay_open(&a, &d, source_text(&a, "fuzz", bytes, n));
	struct replay *r = f ? replay_read(f, &a, &d, spec, heap) : NULL;
	if ((r == NULL) != (d.errors > 0))
		abort();
	check_spans(&d, n);
	if (r && (!replay_write(out, spec, r) || replay_difference(&a, spec, r, r)))
		abort();
	heap_free(heap);
	diags_free(&d);
	arena_free(&a);
	return r != NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct text once = {0}, twice = {0};
	if (n < 1)
		return 0;
	struct spec *spec = target(bytes[0] % SPECS);
	if (rewrite(spec, (const char *)bytes + 1, n - 1, &once)) {
		if (!rewrite(spec, once.s, once.n, &twice) || once.n != twice.n || memcmp(once.s, twice.s, once.n) != 0)
			abort();
	}
	text_free(&once);
	text_free(&twice);
	return 0;
}
