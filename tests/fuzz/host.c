/*
 * Says any bytes in the place of a host: what it wrote, and how far it claims to have written. The first byte chooses a ring
 * or a socket, the next four are the ring's counter; the rest are records.
 */
#include "host/attach.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char text[] =
	"resource: store\noperations:\n"
	"  put: { params: { k: 'enum(red, green)', v: 'seq of char' }, returns: bool, result: 'true' }\n"
	"  get: { returns: 'record(ok: bool, n: 0..9, v: seq of char)', ensures: 'result.n >= 0' }\n"
	"  look: { returns: int, ensures: 'result == result' }\n"
	"clients: { who: { count: 3, calls: [{ call: look }] } }\n"
	"implementation:\n  prototypes: |\n    enum color { RED, GREEN };\n    struct store;\n"
	"    struct store *store_new(void);\n    void store_free(struct store *);\n"
	"    _Bool store_put(struct store *, enum color, const char *);\n"
	"    _Bool store_get(struct store *, int *, char *, int);\n    int store_look(struct store *);\n"
	"  create: self = store_new()\n  destroy: store_free(self)\n"
	"  put: result = store_put(self, k, v)\n"
	"  get: result.ok = store_get(self, out result.n, out result.v length 8, 8)\n  look: store_look(self)\n";

struct target {
	struct arena arena;
	struct spec *spec;
};

static const struct spec *
target(void)
{
	static struct target t;
	struct diags d = {0};
	struct spec_options none = {0};
	if (t.spec)
		return t.spec;
	t.spec = spec_parse(&t.arena, &d, source_text(&t.arena, "spec", text, strlen(text)), "spec", &none);
	if (!t.spec) {
		diags_print(&d, stderr, false);
		abort();
	}
	diags_free(&d);
	return t.spec;
}

/* Whoever wrote all this is gone. */
static bool
give_up(void *context)
{
	(void)context;
	return false;
}

static void
ready(struct channel *c, const uint8_t *bytes, size_t n)
{
	struct diags d = {0};
	int theirs;
	*c = (struct channel){.fd = -1, .watch = give_up};
	bool ring = bytes[0] & 1;
	if (!(ring ? channel_open_ring : channel_open_socket)(c, &d, &theirs))
		abort();
	if (ring) {
		uint32_t head;
		memcpy(&head, bytes + 1, sizeof head);
		size_t most = sizeof c->shared->from_host.bytes;
		memcpy(c->shared->from_host.bytes, bytes + 5, n - 5 < most ? n - 5 : most);
		/* small numbers are taken for a claim that fits: as many bytes as there are */
		atomic_store(&c->shared->from_host.head, head < 256 ? (uint32_t)(n - 5) : head);
	} else if (write(theirs, bytes + 5, n - 5) < 0) {
		abort();
	}
	close(theirs);
}

static void
run_phase(struct host *h, const struct spec *s)
{
	struct heap *heap = heap_new(s->heap);
	struct arena a = {0};
	struct host_event e = {.kind = HOST_RETURNED};
	word seq = heap_block(heap, NULL, 0), args[] = {0, seq};
	for (size_t i = 0; i < s->nops; i++)
		if (!host_issue(h, (int)i, &s->ops[i], args, NULL, &e))
			abort();
	host_continue(h, &(struct host_phase){.patience = 1, .steps = true, .drawing = {.strategy = STRATEGY_WALK}});
	do
		host_next(h, heap, &e);
	while (e.kind == HOST_BEGAN || e.kind == HOST_RETURNED || e.kind == HOST_STEP);
	if (e.kind != HOST_AT_REST && e.kind != HOST_SPINS && !e.wrong)
		abort();
	if (strlen(host_output(h, &a)) > 0)
		abort();
	arena_free(&a);
	heap_free(heap);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	const struct spec *s = target();
	struct diags d = {0};
	struct channel c;
	struct host_event e;
	struct host_outcome outcome;
	static const uint64_t places[] = {1, 2};
	if (n < 5 || n > 60000)
		return 0;
	ready(&c, bytes, n);
	struct host *h = host_attach(&d, s, &c);
	if ((h == NULL) != (d.errors > 0))
		abort();
	if (h && host_begin(h, NULL, &(struct host_test){.nbreakpoints = 2, .breakpoints = places, .learn = true}, &e)) {
		run_phase(h, s);
		if (host_end(h, NULL, &(struct host_end){.destroy = true}, &e))
			host_ended(h, &outcome, &e);
	}
	host_stop(h);
	diags_free(&d);
	return 0;
}
