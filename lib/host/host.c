#include "host/host.h"

#include "host/attach.h"
#include "host/marshal.h"
#include "host/points.h"
#include "host/process.h"
#include "host/race.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* SLOW: times that a patient phase may take longer. The next ones bound what a host can make us keep. */
enum { SLOW = 12, MOST_CHOICES = SRTEST_MOST_CHOICES, MOST_SPINS = 128, MOST_LEARNED = 1024, MOST_STEPS = 1 << 20, MOST_RACES = 256, MOST_FRAMES = 256, MOST_LEFT_OUT = 1 << 30, LONGEST_MESSAGE = 4096, LONGEST_ACTION = 100, HEAVY_EACH = 16, PLAN_CREATE = 0, PLAN_DESTROY = 1, PLAN_CALLS = 2 };

/* What constructors may compute, in nanoseconds: a mistake in one should be told soon. */
#define LOAD_PATIENCE 2000000000ll

struct host {
	const struct spec *spec;
	struct process process;
	int64_t patience; /* of an ordinary phase */
	struct channel channel;
	struct text out;
	bool free;
	struct text queue; /* records that are not sent yet */
	struct machine *machine;
	struct heap *heap; /* for evaluating the arguments of one test */
	struct arena arena; /* of the messages of one test */
	char carriers[16];
	struct text unseen, identity, varying; /* symbols of note */
	uint64_t calls, steps; /* of a test */
	uint64_t tests;
	bool sees_accesses, missed_races;
	struct races races; /* of a test */
	const struct operation *outstanding[1 << 10]; /* by client */
	struct choice choices[MOST_CHOICES];
	struct race race[MOST_RACES];
	struct points_room points;
};

/* --- records --- */

static void
queue_record(struct host *h)
{
	wire_end(&h->out);
	text_add(&h->queue, h->out.s, h->out.n);
}

/* Sends what was queued. */
static void
flush(struct host *h)
{
	channel_send(&h->channel, &h->queue); /* if it is gone, there will be no answer */
	h->queue.n = 0;
}

static void
send_record(struct host *h)
{
	queue_record(h);
	flush(h);
}

/* False: it is nonsense. */
static bool
note_race(struct host *h, const struct srtest_record *r)
{
	const struct race *race = race_read(&h->arena, r);
	if (race && h->races.n < MOST_RACES)
		h->race[h->races.n++] = *race;
	return race != NULL;
}

/* The next one but for races, which may come before any other. */
static const struct srtest_record *
receive_record(struct host *h)
{
	const struct srtest_record *r;
	process_ask(&h->process);
	while ((r = channel_receive(&h->channel)) && r->kind == SRTEST_RACE) {
		if (note_race(h, r))
			continue;
		h->channel.broken = true;
		return NULL;
	}
	return r;
}

/* Why there is no answer, in words. */
static const char *
why_silent(struct host *h)
{
	if (h->channel.broken)
		return "the host talks nonsense: what it wrote is no record of the protocol";
	process_await(&h->process);
	return process_words(&h->process, &h->arena);
}

/* --- starting and stopping --- */

static bool
needs_instance(const struct host *h)
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
	marshal_plan(&h->out, h->spec, &i->create);
	marshal_plan(&h->out, h->spec, &i->destroy);
	for (size_t op = 0; op < h->spec->nops; op++)
		marshal_plan(&h->out, h->spec, &i->calls[op]);
	wire_close_list(&h->out, list);
	wire_int(&h->out, needs_instance(h));
	wire_int(&h->out, wanted[o->races]);
	if (o->mutation) {
		wire_int(&h->out, (int)o->mutation);
		wire_uint(&h->out, o->mutated);
	}
}

/* What a payload's string says, for a message. */
static const char *
message_of(struct host *h, struct wire *w)
{
	size_t n;
	const char *s = wire_read_bytes(w, &n);
	struct text t = {0};
	text_quoted(&t, s ? s : "", s && n < LONGEST_MESSAGE ? n : s ? LONGEST_MESSAGE : 0);
	char *message = arena_strndup(&h->arena, t.s + 1, t.n - 2), *to = message;
	for (const char *c = message; *c; *to++ = *c++)
		c += c[0] == '\\' && c[1] == '"'; /* nothing stands around it that they could end */
	*to = '\0';
	text_free(&t);
	return message;
}

/* A symbol and its class, as the host's table has it. */
static void
note_symbol(struct host *h, struct wire w)
{
	const char *symbol = message_of(h, &w), *class = message_of(h, &w);
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
	const char *why = why_silent(h);
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
	diag_error(d, (struct span){0}, "%s: %s", name, why);
	if (strstr(why, "undefined symbol"))
		diag_hint(d, "link it with the library or the object that defines this symbol");
	else if (strstr(why, "cannot open shared object file"))
		diag_hint(d, "say where that library is: in LD_LIBRARY_PATH, or with -Wl,-rpath when linking");
	else if (strstr(why, "has no function"))
		diag_hint(d, "is it static, or called otherwise? nm -D shows what a library exports");
	return false;
}

static bool
load(struct host *h, struct diags *d, const struct host_options *o)
{
	size_t n;
	const char *name = arena_printable(&d->arena, o->name ? o->name : o->library), *program = arena_printable(&d->arena, o->command ? o->command : o->program);
	write_load(h, o);
	send_record(h);
	h->process.patience = o->patience < LOAD_PATIENCE ? o->patience : LOAD_PATIENCE;
	const struct srtest_record *r = receive_record(h);
	h->process.patience = h->patience = o->patience;
	if (!r)
		return silent_load(h, d, name);
	struct wire w = wire_payload(r);
	if (r->kind == SRTEST_REFUSED)
		return refused_load(d, name, message_of(h, &w));
	if (r->kind == SRTEST_DIED)
		return diag_error(d, (struct span){0}, "%s: died while it was loaded: %s", name, message_of(h, &w));
	bool same = r->kind == SRTEST_HELLO && wire_read_int(&w) == SRTEST_PROTOCOL;
	const char *carriers = wire_read_bytes(&w, &n);
	if (!same || !carriers)
		return diag_error(d, (struct span){0}, "%s speaks another protocol", program);
	memcpy(h->carriers, carriers, n < sizeof h->carriers ? n : sizeof h->carriers - 1);
	for (struct wire list = wire_read_list(&w); wire_more(&list);)
		note_symbol(h, wire_read_list(&list));
	h->sees_accesses = wire_more(&w) && wire_read_int(&w) != 0;
	return true;
}

static bool
watch(void *host)
{
	struct host *h = host;
	return process_watch(&h->process);
}

static bool
start(struct host *h, struct diags *d, const struct host_options *o)
{
	const char *const native[] = {o->program, "3", NULL}, *const shell[] = {"/bin/sh", "-c", o->command, NULL};
	int theirs;
	h->channel.near = !o->free && !o->command;
	if (!(o->command ? channel_open_socket : channel_open_ring)(&h->channel, d, &theirs))
		return false;
	struct process_options p = {.argv = o->command ? shell : native, .fd = theirs, .piped = o->command != NULL, .near = h->channel.near, .patience = o->patience, .sandbox = o->sandbox};
	bool ok = process_start(&h->process, d, &p);
	close(theirs);
	return ok;
}

static struct host *
new(const struct spec *s)
{
	struct host *h = mem_alloc(sizeof *h);
	memset(h, 0, sizeof *h);
	h->spec = s;
	h->races.at = h->race;
	h->channel.fd = -1;
	h->channel.watch = watch;
	h->channel.context = h;
	return h;
}

struct host *
host_start(struct diags *d, const struct spec *s, const struct host_options *o)
{
	struct host *h = new(s);
	h->free = o->free;
	if (start(h, d, o) && load(h, d, o))
		return h;
	host_stop(h);
	return NULL;
}

struct host *
host_attach(struct diags *d, const struct spec *s, const struct channel *c)
{
	static const struct host_options none = {.library = "attached", .command = "attached"};
	struct host *h = new(s);
	h->channel = *c;
	h->channel.to.context = h->channel.from.context = &h->channel;
	h->channel.to.looks = h->channel.from.looks = &h->channel.looks;
	if (load(h, d, &none))
		return h;
	host_stop(h);
	return NULL;
}

void
host_stop(struct host *h)
{
	if (!h)
		return;
	process_stop(&h->process);
	channel_close(&h->channel);
	machine_free(h->machine);
	heap_free(h->heap);
	arena_free(&h->arena);
	text_free(&h->out);
	text_free(&h->queue);
	text_free(&h->unseen);
	text_free(&h->identity);
	text_free(&h->varying);
	free(h);
}

const char *
host_carriers(const struct host *h)
{
	return h->carriers;
}

const char *
host_identity(const struct host *h)
{
	return h->identity.s ? h->identity.s : "";
}

const char *
host_output(const struct host *h, struct arena *a)
{
	size_t n, omitted;
	char *printed = process_read_output(&h->process, a, &n, &omitted);
	for (size_t i = 0; i < n; i++)
		printed[i] = printed[i] ? printed[i] : '?';
	return omitted ? arena_printf(a, "(%zu bytes were printed before this)\n%s", omitted, printed) : printed;
}

bool
host_sees_accesses(const struct host *h)
{
	return h->sees_accesses;
}

bool
host_missed_races(const struct host *h)
{
	return h->missed_races;
}

const struct races *
host_races(const struct host *h)
{
	return &h->races;
}

const char *
host_varying(const struct host *h)
{
	return h->varying.s ? h->varying.s : "";
}

const char *
host_unseen(const struct host *h)
{
	return h->unseen.s ? h->unseen.s : "";
}

/* --- a test --- */

static bool
failed(struct host_event *e, enum host_event_kind kind, const char *wrong)
{
	*e = (struct host_event){.kind = kind, .wrong = wrong};
	return false;
}

static void
forget_values(struct host *h)
{
	machine_free(h->machine);
	heap_free(h->heap);
	h->heap = heap_new(h->spec->heap);
	h->machine = machine_new(h->heap);
}

static bool
nonsense(struct host_event *e)
{
	return failed(e, HOST_DIED, "the host talks nonsense");
}

static bool
silent(struct host *h, struct host_event *e)
{
	const char *why = why_silent(h);
	bool hangs = !h->channel.broken && (h->process.state == PROCESS_COMPUTES || h->process.state == PROCESS_WAITS);
	return failed(e, hangs ? HOST_HANG : HOST_DIED, why);
}

static bool
read_choices(struct host *h, struct wire *w, struct host_event *e)
{
	struct wire list = wire_read_list(w);
	e->choices = h->choices;
	while (wire_more(&list) && e->nchoices < MOST_CHOICES) {
		struct choice *c = &h->choices[e->nchoices++];
		c->actor = (int32_t)wire_read_int(&list);
		c->nth = (uint32_t)wire_read_uint(&list);
		c->chosen = (int32_t)wire_read_int(&list);
	}
	return !list.bad;
}

/* A place in another file, or so many that are left out. */
static struct stack_frame
read_far_frame(struct host *h, struct wire w)
{
	struct stack_frame f = {0};
	size_t n;
	if (wire_tag(&w) == SRTEST_BYTES) {
		const char *file = wire_read_bytes(&w, &n);
		f.file = arena_strndup(&h->arena, file ? file : "", file && n < LONGEST_MESSAGE ? n : 0);
		f.offset = wire_read_uint(&w);
	} else {
		f.left_out = wire_read_uint(&w) % MOST_LEFT_OUT;
	}
	return f;
}

static struct stack
read_stack(struct host *h, struct wire list)
{
	struct stack_frame *at = arena_array(&h->arena, struct stack_frame, MOST_FRAMES);
	size_t n = 0;
	while (wire_more(&list) && n < MOST_FRAMES) {
		if (wire_tag(&list) == SRTEST_LIST)
			at[n++] = read_far_frame(h, wire_read_list(&list));
		else
			at[n++] = (struct stack_frame){.offset = wire_read_uint(&list)};
	}
	return (struct stack){list.bad ? 0 : n, at};
}

/* What is told of a misuse or a death: words, a stack, and the choices of the phase up to there. */
static bool
told(struct host *h, struct host_event *e, enum host_event_kind kind, struct wire *w)
{
	*e = (struct host_event){.kind = kind, .wrong = message_of(h, w)};
	if (wire_tag(w) == SRTEST_LIST)
		e->stack = read_stack(h, wire_read_list(w));
	else
		wire_skip(w);
	if (wire_more(w) && !read_choices(h, w, e))
		e->nchoices = 0;
	return false;
}

static const uint64_t *
read_numbers(struct host *h, struct wire list, size_t most, size_t *n)
{
	*n = 0;
	if (!wire_more(&list))
		return NULL;
	uint64_t *at = arena_array(&h->arena, uint64_t, most);
	for (; wire_more(&list) && *n < most;)
		at[(*n)++] = wire_read_uint(&list);
	return at;
}

static void
write_numbers(struct host *h, const uint64_t *at, size_t n)
{
	size_t list = wire_open_list(&h->out);
	for (size_t i = 0; i < n; i++)
		wire_uint(&h->out, at[i]);
	wire_close_list(&h->out, list);
}

/* The events that end a test; true for others. */
static bool
goes_on(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	switch (r->kind) {
	case SRTEST_MISUSE:
		return told(h, e, HOST_MISUSE, &w);
	case SRTEST_UNSEEN:
		return told(h, e, HOST_UNSEEN, &w);
	case SRTEST_DIED:
		return told(h, e, HOST_DIED, &w);
	case SRTEST_REFUSED:
		return told(h, e, HOST_REFUSED, &w);
	case SRTEST_SPINS:
		*e = (struct host_event){.kind = HOST_SPINS};
		e->spins = read_numbers(h, wire_read_list(&w), MOST_SPINS, &e->nspins);
		return false;
	}
	return true;
}

bool
host_begin(struct host *h, const word *params, const struct host_test *t, struct host_event *e)
{
	const char *wrong;
	arena_free(&h->arena);
	forget_values(h);
	h->calls = h->steps = 0;
	h->races.n = 0;
	h->missed_races = false;
	process_forget_output(&h->process);
	memset(h->outstanding, 0, sizeof h->outstanding);
	wire_begin(&h->out, SRTEST_BEGIN, NULL);
	write_numbers(h, t->spins, t->nspins);
	write_numbers(h, t->breakpoints, t->nbreakpoints);
	wire_int(&h->out, t->learn);
	if (h->spec->implementation.create.given && !marshal_args(&h->out, h->spec, &h->spec->implementation.create, h->machine, params, NULL, &wrong))
		return failed(e, HOST_REFUSED, wrong);
	queue_record(h);
	return true;
}

/* False: there is no instance. */
static bool
created(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	bool null = wire_read_handle(&w) == 0;
	if (null && needs_instance(h))
		return failed(e, HOST_DIED, "create returned NULL");
	return true;
}

bool
host_issue(struct host *h, int client, const struct operation *op, const word *args, const word *params, struct host_event *e)
{
	const char *wrong;
	struct srtest_record about = {.client = (uint32_t)client, .call = h->calls++};
	wire_begin(&h->out, SRTEST_ISSUE, &about);
	wire_uint(&h->out, (uint64_t)op->index + PLAN_CALLS);
	if (!marshal_args(&h->out, h->spec, &h->spec->implementation.calls[op->index], h->machine, params, args, &wrong))
		return failed(e, HOST_REFUSED, wrong);
	h->outstanding[client] = op;
	queue_record(h);
	return true;
}

_Static_assert((int)STRATEGY_NONE == (int)SRTEST_NO_STRATEGY && (int)STRATEGY_WALK == (int)SRTEST_WALK && (int)STRATEGY_PCT == (int)SRTEST_PCT, "numbers agree");
_Static_assert((int)STRATEGY_POS == (int)SRTEST_POS && (int)STRATEGY_SURW == (int)SRTEST_SURW && (int)STRATEGY_FOLLOW == (int)SRTEST_FOLLOW, "numbers agree");
_Static_assert((int)STRATEGIES == (int)SRTEST_STRATEGY_NUMBERS, "and there are no others");

static void
write_choices(struct host *h, const struct choice *c, size_t n)
{
	size_t list = wire_open_list(&h->out);
	for (size_t i = 0; i < n; i++) {
		wire_int(&h->out, c[i].actor);
		wire_uint(&h->out, c[i].nth);
		wire_int(&h->out, c[i].chosen);
	}
	wire_close_list(&h->out, list);
}

/* How long timeouts may take, in virtual time; or the whole phase, in real time. */
static uint64_t
horizon(const struct host *h, const struct host_phase *p)
{
	const struct testing *t = &h->spec->testing;
	if (h->free)
		return (uint64_t)(p->patience > 1 ? t->wait + t->horizon : t->wait);
	return p->endless ? UINT64_MAX : (uint64_t)t->horizon;
}

void
host_continue(struct host *h, const struct host_phase *p)
{
	wire_begin(&h->out, SRTEST_CONTINUE, NULL);
	wire_uint(&h->out, horizon(h, p));
	h->process.patience = h->patience * (p->patience > 1 ? SLOW : 1);
	wire_uint(&h->out, p->patience);
	wire_int(&h->out, p->steps);
	wire_int(&h->out, p->drawing.rare);
	if (p->drawing.strategy) {
		wire_uint(&h->out, p->drawing.seed);
		wire_uint(&h->out, (uint64_t)p->drawing.strategy);
		wire_uint(&h->out, p->drawing.depth);
	} else {
		write_choices(h, p->choices, p->nchoices);
		if (p->points)
			wire_uint(&h->out, p->first_point);
	}
	send_record(h);
}

static void
returned(struct host *h, const struct srtest_record *r, struct heap *heap, struct host_event *e)
{
	const struct operation *op = r->client < sizeof h->outstanding / sizeof *h->outstanding ? h->outstanding[r->client] : NULL;
	if (!op) {
		failed(e, HOST_DIED, "the host tells of a call that was not made");
		return;
	}
	struct wire w = wire_payload(r);
	*e = (struct host_event){.kind = HOST_RETURNED, .client = (int)r->client, .has_value = op->returns != NULL};
	h->outstanding[r->client] = NULL;
	if (op->returns)
		marshal_result(&w, h->spec, &h->spec->implementation.calls[op->index], op->returns, heap, &e->value, &e->wrong);
}

static enum certainty
certainty_of(int64_t number)
{
	switch (number) {
	case SRTEST_SURE:
		return CERTAIN;
	case SRTEST_LATE:
		return CERTAIN_BUT_LATE;
	case SRTEST_POLLING:
		return CERTAIN_BUT_POLLING;
	case SRTEST_OUTSIDE:
		return CERTAIN_BUT_OUTSIDE;
	case SRTEST_UNCLEAR:
		return UNCLEAR;
	}
	return CERTAIN_BUT_BUSY;
}

static void
step(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	struct trace_step *s = &e->step;
	*e = (struct host_event){.kind = HOST_STEP};
	s->actor = (int32_t)wire_read_int(&w);
	s->action = message_of(h, &w);
	s->object = wire_read_uint(&w);
	s->placed = wire_tag(&w) == SRTEST_INT;
	if (s->placed)
		s->place = wire_read_uint(&w);
	else
		wire_skip(&w);
	s->ending = (enum step_ending)wire_read_int(&w);
	s->time = wire_read_uint(&w);
	if (w.bad || s->ending > STEP_WAKES || strlen(s->action) > LONGEST_ACTION || ++h->steps > MOST_STEPS)
		nonsense(e);
}

static void
at_rest(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	*e = (struct host_event){.kind = HOST_AT_REST, .steps = wire_read_uint(&w), .certainty = certainty_of(wire_read_int(&w))};
	bool ok = read_choices(h, &w, e);
	if (ok && wire_more(&w) && wire_tag(&w) != SRTEST_LIST)
		e->mark = wire_read_uint(&w);
	if (!ok || !points_read(&w, &h->points, &e->points))
		nonsense(e);
}

void
host_next(struct host *h, struct heap *heap, struct host_event *e)
{
	const struct srtest_record *r = receive_record(h);
	if (r && r->kind == SRTEST_CREATED) {
		if (!created(h, r, e))
			return;
		r = receive_record(h);
	}
	if (!r)
		silent(h, e);
	else if (!goes_on(h, r, e))
		return;
	else if (r->kind == SRTEST_RETURNED)
		returned(h, r, heap, e);
	else if (r->kind == SRTEST_STEP)
		step(h, r, e);
	else if (r->kind == SRTEST_AT_REST)
		at_rest(h, r, e);
	else
		nonsense(e);
}

bool
host_end(struct host *h, const word *params, struct host_event *e)
{
	const char *wrong;
	wire_begin(&h->out, SRTEST_END, NULL);
	if (h->spec->implementation.destroy.given && !marshal_args(&h->out, h->spec, &h->spec->implementation.destroy, h->machine, params, NULL, &wrong))
		return failed(e, HOST_REFUSED, wrong);
	send_record(h);
	return true;
}

bool
host_ended(struct host *h, struct host_outcome *end, struct host_event *e)
{
	*end = (struct host_outcome){0};
	const struct srtest_record *r = receive_record(h);
	if (r && r->kind == SRTEST_CREATED) /* of a test without calls */
		r = receive_record(h);
	if (!r)
		return silent(h, e);
	if (!goes_on(h, r, e))
		return false;
	struct wire w = wire_payload(r);
	bool wanted = wire_read_int(&w) != 0;
	h->missed_races = wire_more(&w) && wire_read_int(&w) != 0;
	end->spoiled = wanted || (++h->tests % HEAVY_EACH == 0 && process_is_heavy(&h->process));
	if (wire_more(&w))
		end->learned = read_numbers(h, wire_read_list(&w), MOST_LEARNED, &end->nlearned);
	if (wire_more(&w))
		end->visits = read_numbers(h, wire_read_list(&w), TEST_MOST_BREAKPOINTS, &end->nvisits);
	return r->kind == SRTEST_ENDED || nonsense(e);
}
