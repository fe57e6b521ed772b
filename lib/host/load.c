/* The library is loaded: what is said to a host first, and what it answers. */
#include "host/private.h"

#include "host/marshal.h"

#include <stdio.h>
#include <string.h>

/* What constructors may compute, in nanoseconds: a mistake in one should be told soon. */
#define LOAD_PATIENCE 2000000000ll

bool
host_needs_instance(const struct host *h)
{
	return h->spec->implementation.create.target == TARGET_SELF && !h->spec->implementation.null_allowed;
}

static void
write_load(struct host *h, const struct host_options *o)
{
	static const int wanted[] = {[RACES_WARN] = SRTEST_RACES_NEW, [RACES_FAIL] = SRTEST_RACES_ALL, [RACES_OFF] = SRTEST_RACES_OFF};
	const struct implementation *i = &h->spec->implementation;
	wire_begin(&h->out, SRTEST_LOAD, NULL);
	wire_string(&h->out, o->library);
	wire_int(&h->out, o->free ? SRTEST_FREE : SRTEST_CONTROLLED);
	size_t list = wire_open_list(&h->out);
	marshal_plan(&h->out, &i->create, NULL);
	marshal_plan(&h->out, &i->destroy, NULL);
	for (size_t op = 0; op < h->spec->nops; op++)
		marshal_plan(&h->out, &i->calls[op], h->spec->ops[op].returns);
	wire_close_list(&h->out, list);
	wire_int(&h->out, host_needs_instance(h));
	wire_int(&h->out, wanted[o->races]);
	wire_int(&h->out, (int)o->mutation);
	wire_uint(&h->out, o->mutated);
	list = wire_open_list(&h->out);
	for (size_t k = 0; k < o->main.n; k++)
		wire_string(&h->out, o->main.arguments[k]);
	wire_close_list(&h->out, list);
	wire_int(&h->out, o->main.no_status);
	wire_uint(&h->out, (uint64_t)h->spec->testing.compute);
}

/* Other words than one name are the host's own. */
static const char *
read_symbol(struct host *h, struct wire *w)
{
	struct wire again = *w;
	const char *name = record_name(h, w);
	return text_is_name(name) ? name : record_text(h, &again);
}

/* A symbol and its class, as the host's table has it. */
static void
note_symbol(struct host *h, struct wire w)
{
	const char *symbol = read_symbol(h, &w), *class = read_symbol(h, &w);
	bool identity = strcmp(class, "identity") == 0;
	struct text *list = identity ? &h->identity : &h->varying;
	if (identity || strcmp(class, "varies") == 0)
		text_printf(list, "%s%s", list->n ? ", " : "", symbol);
	else
		text_printf(&h->unseen, "%s%s (%s)", h->unseen.n ? ", " : "", symbol, class);
}

/* Constructors of the library run while it is loaded, and may do anything. */
static bool
silent_load(struct host *h, struct diags *d, const char *name)
{
	const char *why = record_why_none(h);
	if (h->process.state == PROCESS_COMPUTES)
		why = "a constructor of the library, or of one that it brings along, computes without end";
	else if (h->process.state == PROCESS_WAITS)
		why = "a constructor of the library, or of one that it brings along, waits for something that does not come";
	return diag_error(d, (struct span){0}, "%s: cannot be loaded: %s", name, why);
}

/* What can be done about it, where the loader's words do not say so. */
static bool
refused_load(struct diags *d, const char *name, const char *why)
{
	diag_error(d, (struct span){0}, "%s: cannot be loaded: %s", name, why);
	if (strstr(why, "undefined symbol"))
		diag_hint(d, "link it with the library or the object that defines this symbol");
	else if (strstr(why, "cannot open shared object file"))
		diag_hint(d, "say where that library is: in LD_LIBRARY_PATH, or with -Wl,-rpath when linking");
	else if (strstr(why, "has no function"))
		diag_hint(d, "is it static, or called otherwise? in C++ it must be extern \"C\"; nm -D shows what a library exports");
	return false;
}

/* What was loaded before, and dies now, has come to it by itself. */
static bool
died_loading(struct host *h, struct diags *d, const char *name, const char *why, bool again)
{
	if (!again)
		return diag_error(d, (struct span){0}, "%s: died while it was loaded: %s", name, why);
	text_printf(&h->dead, "while it was loaded again: %s", why);
	return false;
}

static bool
tells_times(const struct host *h, struct diags *d, const char *program)
{
	if (!h->spec->reads_waited || h->times == SRTEST_VIRTUAL_TIMES || h->times == SRTEST_REAL_TIMES)
		return true;
	diag_error(d, (struct span){0}, "%s does not tell when calls begin and return, and the specification asks for how long they have waited", program);
	diag_hint(d, "let HELLO say what its times are; or leave 'waited' out of the clauses");
	return false;
}

bool
host_load(struct host *h, struct diags *d, const struct host_options *o)
{
	const char *name = arena_printable(&d->arena, o->name ? o->name : o->library), *program = arena_printable(&d->arena, o->command ? o->command : o->program);
	write_load(h, o);
	record_send(h);
	h->process.patience = o->patience < LOAD_PATIENCE ? o->patience : LOAD_PATIENCE;
	const struct srtest_record *r = record_receive(h);
	h->process.patience = h->patience = o->patience;
	h->process.interrupted = o->interrupted;
	h->process.context = o->context;
	if (!r)
		return silent_load(h, d, name);
	struct wire w = wire_payload(r);
	if (r->kind == SRTEST_REFUSED)
		return refused_load(d, name, record_text(h, &w));
	if (r->kind == SRTEST_DIED)
		return died_loading(h, d, name, record_text(h, &w), o->again);
	bool same = r->kind == SRTEST_HELLO && wire_read_int(&w) == SRTEST_PROTOCOL;
	const char *carriers = record_name(h, &w);
	if (!same || !*carriers)
		return diag_error(d, (struct span){0}, "%s speaks another protocol", program);
	snprintf(h->carriers, sizeof h->carriers, "%s", carriers);
	for (struct wire list = wire_read_list(&w); wire_more(&list);)
		note_symbol(h, wire_read_list(&list));
	h->sees_accesses = wire_more(&w) && wire_read_int(&w) != 0;
	h->judges_races = wire_more(&w) ? wire_read_int(&w) != 0 : h->sees_accesses;
	h->takes_bursts = wire_more(&w) && wire_read_int(&w) != 0;
	h->times = wire_more(&w) ? (enum srtest_times)wire_read_int(&w) : SRTEST_NO_TIMES;
	return tells_times(h, d, program);
}
