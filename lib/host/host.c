#include "host/host.h"

#include "host/marshal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RING = sizeof((struct srtest_ring *)0)->bytes, SLICE = 50000000, MOST_CHOICES = 8192, MOST_SPINS = 32, PLAN_CREATE = 0, PLAN_DESTROY = 1, PLAN_CALLS = 2 };

struct host {
	const struct spec *spec;
	int64_t patience;
	pid_t pid;
	bool gone;
	int status; /* of waitpid, once it is gone */
	struct srtest_shared *shared;
	struct text out, in;
	struct text queue; /* records that are not sent yet */
	struct machine *machine;
	struct heap *heap; /* for evaluating arguments */
	struct arena arena; /* of the messages of one test */
	char carriers[16];
	struct text unseen, identity; /* symbols of note */
	uint64_t calls;
	const struct operation *outstanding[1 << 10]; /* by client */
	struct choice choices[MOST_CHOICES];
};

/* --- the ring --- */

static void
futex(_Atomic uint32_t *counter, int op, uint32_t value)
{
	struct timespec slice = {.tv_nsec = SLICE};
	syscall(SYS_futex, counter, op, value, op == FUTEX_WAIT ? &slice : NULL, NULL, 0);
}

static bool
has_died(struct host *h)
{
	if (!h->gone && waitpid(h->pid, &h->status, WNOHANG) == h->pid)
		h->gone = true;
	return h->gone;
}

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
	struct srtest_ring *r = &h->shared->to_host;
	const char *from = h->queue.s;
	size_t n = h->queue.n;
	uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
	while (n > 0 && !h->gone) {
		uint32_t used = head - atomic_load(&r->tail), room = used > RING ? 0 : RING - used;
		if (room == 0) {
			atomic_store(&r->writer_waits, 1);
			futex(&r->tail, FUTEX_WAIT, head - RING);
			atomic_store(&r->writer_waits, 0);
			has_died(h);
			continue;
		}
		size_t at = head % RING, part = n < room ? n : room;
		part = part < RING - at ? part : RING - at;
		memcpy(r->bytes + at, from, part);
		from += part;
		n -= part;
		head += (uint32_t)part;
		atomic_store(&r->head, head);
	}
	h->queue.n = 0;
	if (atomic_load(&r->reader_waits))
		futex(&r->head, FUTEX_WAKE, 1);
}

static void
send_record(struct host *h)
{
	queue_record(h);
	flush(h);
}

static int64_t
real_time(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* Takes n bytes out of the ring. False: the host died, or was silent for too long. */
static bool
receive(struct host *h, char *to, size_t n, int64_t deadline)
{
	struct srtest_ring *r = &h->shared->from_host;
	uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
	while (n > 0) {
		uint32_t there = atomic_load(&r->head) - tail;
		if (there > RING)
			return false; /* it wrote over its own counters */
		if (there == 0) {
			bool dead = has_died(h);
			if (atomic_load(&r->head) != tail)
				continue;
			if (dead || real_time() > deadline)
				return false;
			atomic_store(&r->reader_waits, 1);
			if (atomic_load(&r->head) == tail)
				futex(&r->head, FUTEX_WAIT, tail);
			atomic_store(&r->reader_waits, 0);
			continue;
		}
		size_t at = tail % RING, part = n < there ? n : there;
		part = part < RING - at ? part : RING - at;
		memcpy(to, r->bytes + at, part);
		to += part;
		n -= part;
		tail += (uint32_t)part;
		atomic_store(&r->tail, tail);
		if (atomic_load(&r->writer_waits))
			futex(&r->tail, FUTEX_WAKE, 1);
	}
	return true;
}

/* The next record, copied out of the host's reach; NULL if there is none. */
static const struct srtest_record *
receive_record(struct host *h)
{
	struct srtest_record header;
	int64_t deadline = real_time() + h->patience;
	if (!receive(h, (char *)&header, sizeof header, deadline))
		return NULL;
	if (header.size < sizeof header || header.size > SRTEST_LARGEST_RECORD || header.size % 8)
		return NULL;
	h->in.n = 0;
	text_add(&h->in, (const char *)&header, sizeof header);
	text_fill(&h->in, 0, header.size - sizeof header);
	if (!receive(h, h->in.s + sizeof header, header.size - sizeof header, deadline))
		return NULL;
	return (const struct srtest_record *)(const void *)h->in.s;
}

/* --- starting and stopping --- */

static void
become_host(const struct host_options *o, int fd)
{
	char number[16];
	int null = open("/dev/null", O_RDWR);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0); /* what is typed at a terminal is for the tester */
	personality(ADDR_NO_RANDOMIZE);
	if (null >= 0) {
		dup2(null, 0);
		dup2(null, 1);
		dup2(null, 2);
	}
	if (fd == 3)
		fcntl(fd, F_SETFD, 0);
	else
		dup2(fd, 3);
	syscall(SYS_close_range, 4u, ~0u, 0u);
	snprintf(number, sizeof number, "%d", 3);
	execl(o->program, o->program, number, (char *)NULL);
	_exit(127);
}

static bool
spawn(struct host *h, struct diags *d, const struct host_options *o)
{
	int fd = memfd_create("srtest", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, sizeof *h->shared) < 0)
		return diag_error(d, (struct span){0}, "shared memory cannot be had: %s", strerror(errno));
	h->shared = mmap(NULL, sizeof *h->shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (h->shared == MAP_FAILED) {
		close(fd);
		return diag_error(d, (struct span){0}, "shared memory cannot be had: %s", strerror(errno));
	}
	h->shared->version = SRTEST_PROTOCOL;
	h->shared->size = sizeof *h->shared;
	h->pid = fork();
	if (h->pid == 0)
		become_host(o, fd);
	close(fd);
	return h->pid > 0 || diag_error(d, (struct span){0}, "a host cannot be started: %s", strerror(errno));
}

static void
write_load(struct host *h, const struct host_options *o)
{
	const struct implementation *i = &h->spec->implementation;
	wire_begin(&h->out, SRTEST_LOAD, NULL);
	wire_string(&h->out, o->library);
	wire_int(&h->out, SRTEST_CONTROLLED);
	size_t list = wire_open_list(&h->out);
	marshal_plan(&h->out, h->spec, &i->create);
	marshal_plan(&h->out, h->spec, &i->destroy);
	for (size_t op = 0; op < h->spec->nops; op++)
		marshal_plan(&h->out, h->spec, &i->calls[op]);
	wire_close_list(&h->out, list);
}

/* What a payload's string says, for a message. */
static const char *
message_of(struct host *h, struct wire *w)
{
	size_t n;
	const char *s = wire_read_bytes(w, &n);
	struct text t = {0};
	text_quoted(&t, s ? s : "", s ? n : 0);
	const char *message = arena_strndup(&h->arena, t.s + 1, t.n - 2);
	text_free(&t);
	return message;
}

static const char *
how_it_ended(struct host *h)
{
	if (!h->gone)
		return "a call computes without coming to rest: it never ends, or it spins without any primitive that the scheduler sees";
	if (WIFSIGNALED(h->status))
		return arena_printf(&h->arena, "the host was ended by a signal: %s", strsignal(WTERMSIG(h->status)));
	return arena_printf(&h->arena, "the implementation ended the host with exit status %d", WEXITSTATUS(h->status));
}

/* A symbol and its class, as the host's table has it. */
static void
note_symbol(struct host *h, struct wire w)
{
	const char *symbol = message_of(h, &w), *class = message_of(h, &w);
	if (strcmp(class, "identity") == 0)
		text_printf(&h->identity, "%s%s", h->identity.n ? ", " : "", symbol);
	else
		text_printf(&h->unseen, "%s%s (%s)", h->unseen.n ? ", " : "", symbol, class);
}

static bool
load(struct host *h, struct diags *d, const struct host_options *o)
{
	size_t n;
	const char *name = o->name ? o->name : o->library;
	write_load(h, o);
	send_record(h);
	const struct srtest_record *r = receive_record(h);
	if (!r)
		return diag_error(d, (struct span){0}, "%s: cannot be loaded: %s", name, how_it_ended(h));
	struct wire w = wire_payload(r);
	if (r->kind == SRTEST_REFUSED)
		return diag_error(d, (struct span){0}, "%s: %s", name, message_of(h, &w));
	if (r->kind == SRTEST_DIED)
		return diag_error(d, (struct span){0}, "%s: died while it was loaded: %s", name, message_of(h, &w));
	bool same = r->kind == SRTEST_HELLO && wire_read_int(&w) == SRTEST_PROTOCOL;
	const char *carriers = wire_read_bytes(&w, &n);
	if (!same || !carriers)
		return diag_error(d, (struct span){0}, "%s speaks another protocol", o->program);
	memcpy(h->carriers, carriers, n < sizeof h->carriers ? n : sizeof h->carriers - 1);
	for (struct wire list = wire_read_list(&w); wire_more(&list);)
		note_symbol(h, wire_read_list(&list));
	return true;
}

struct host *
host_start(struct diags *d, const struct spec *s, const struct host_options *o)
{
	struct host *h = mem_alloc(sizeof *h);
	memset(h, 0, sizeof *h);
	h->spec = s;
	h->patience = o->patience;
	h->heap = heap_new(s->heap);
	h->machine = machine_new(h->heap);
	if (spawn(h, d, o) && load(h, d, o))
		return h;
	host_stop(h);
	return NULL;
}

void
host_stop(struct host *h)
{
	if (!h)
		return;
	if (h->pid > 0 && !h->gone) {
		kill(h->pid, SIGKILL);
		waitpid(h->pid, NULL, 0);
	}
	if (h->shared && h->shared != MAP_FAILED)
		munmap(h->shared, sizeof *h->shared);
	machine_free(h->machine);
	heap_free(h->heap);
	arena_free(&h->arena);
	text_free(&h->out);
	text_free(&h->in);
	text_free(&h->queue);
	text_free(&h->unseen);
	text_free(&h->identity);
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
host_unseen(const struct host *h)
{
	return h->unseen.s ? h->unseen.s : "";
}

/* --- a test --- */

static bool
failed(struct host *h, struct host_event *e, enum host_event_kind kind, const char *wrong)
{
	(void)h;
	*e = (struct host_event){.kind = kind, .wrong = wrong};
	return false;
}

static bool
silent(struct host *h, struct host_event *e)
{
	return failed(h, e, has_died(h) ? HOST_DIED : HOST_HANG, how_it_ended(h));
}

/* What is told of a misuse, a hang or a death: words, and a place. */
static bool
told(struct host *h, struct host_event *e, enum host_event_kind kind, struct wire *w)
{
	*e = (struct host_event){.kind = kind, .wrong = message_of(h, w)};
	e->placed = wire_tag(w) == SRTEST_INT;
	e->place = e->placed ? wire_read_uint(w) : 0;
	return false;
}

static void
spins(struct host *h, struct wire places, struct host_event *e)
{
	uint64_t *at = arena_array(&h->arena, uint64_t, MOST_SPINS);
	*e = (struct host_event){.kind = HOST_SPINS, .spins = at};
	while (wire_more(&places) && e->nspins < MOST_SPINS)
		at[e->nspins++] = wire_read_uint(&places);
}

/* The events that end a test; true for others. */
static bool
goes_on(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	switch (r->kind) {
	case SRTEST_MISUSE:
		return told(h, e, HOST_MISUSE, &w);
	case SRTEST_DIED:
		return told(h, e, HOST_DIED, &w);
	case SRTEST_REFUSED:
		return told(h, e, HOST_REFUSED, &w);
	case SRTEST_SPINS:
		spins(h, wire_read_list(&w), e);
		return false;
	}
	return true;
}

bool
host_begin(struct host *h, const word *params, size_t nspins, const uint64_t *spins, struct host_event *e)
{
	const char *wrong;
	arena_free(&h->arena);
	h->calls = 0;
	memset(h->outstanding, 0, sizeof h->outstanding);
	wire_begin(&h->out, SRTEST_BEGIN, NULL);
	size_t list = wire_open_list(&h->out);
	for (size_t i = 0; i < nspins; i++)
		wire_uint(&h->out, spins[i]);
	wire_close_list(&h->out, list);
	if (h->spec->implementation.create.given && !marshal_args(&h->out, h->spec, &h->spec->implementation.create, h->machine, params, NULL, &wrong))
		return failed(h, e, HOST_REFUSED, wrong);
	queue_record(h);
	return true;
}

/* False: there is no instance. */
static bool
created(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	bool null = wire_read_handle(&w) == 0;
	if (null && h->spec->implementation.create.target == TARGET_SELF && !h->spec->implementation.null_allowed)
		return failed(h, e, HOST_DIED, "create returned NULL");
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
		return failed(h, e, HOST_REFUSED, wrong);
	h->outstanding[client] = op;
	queue_record(h);
	return true;
}

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

void
host_continue(struct host *h, const struct host_phase *p)
{
	wire_begin(&h->out, SRTEST_CONTINUE, NULL);
	wire_uint(&h->out, p->endless ? UINT64_MAX : (uint64_t)h->spec->testing.horizon);
	wire_uint(&h->out, p->patience);
	wire_int(&h->out, p->steps);
	if (p->random)
		wire_uint(&h->out, p->seed);
	else
		write_choices(h, p->choices, p->nchoices);
	send_record(h);
}

static void
returned(struct host *h, const struct srtest_record *r, struct heap *heap, struct host_event *e)
{
	const struct operation *op = r->client < sizeof h->outstanding / sizeof *h->outstanding ? h->outstanding[r->client] : NULL;
	if (!op) {
		failed(h, e, HOST_DIED, "the host tells of a call that was not made");
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
	if (w.bad || s->ending > STEP_WAKES)
		failed(h, e, HOST_DIED, "the host talks nonsense");
}

static void
at_rest(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	*e = (struct host_event){.kind = HOST_AT_REST, .steps = wire_read_uint(&w), .certainty = certainty_of(wire_read_int(&w)), .choices = h->choices};
	struct wire list = wire_read_list(&w);
	while (wire_more(&list) && e->nchoices < MOST_CHOICES) {
		struct choice *c = &h->choices[e->nchoices++];
		c->actor = (int32_t)wire_read_int(&list);
		c->nth = (uint32_t)wire_read_uint(&list);
		c->chosen = (int32_t)wire_read_int(&list);
	}
	if (list.bad)
		failed(h, e, HOST_DIED, "the host talks nonsense");
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
		failed(h, e, HOST_DIED, "the host talks nonsense");
}

bool
host_end(struct host *h, const word *params, struct host_event *e)
{
	const char *wrong;
	wire_begin(&h->out, SRTEST_END, NULL);
	if (h->spec->implementation.destroy.given && !marshal_args(&h->out, h->spec, &h->spec->implementation.destroy, h->machine, params, NULL, &wrong))
		return failed(h, e, HOST_REFUSED, wrong);
	send_record(h);
	return true;
}

bool
host_ended(struct host *h, bool *spoiled, struct host_event *e)
{
	*spoiled = false;
	const struct srtest_record *r = receive_record(h);
	if (r && r->kind == SRTEST_CREATED) /* of a test without calls */
		r = receive_record(h);
	if (!r)
		return silent(h, e);
	if (!goes_on(h, r, e))
		return false;
	struct wire w = wire_payload(r);
	*spoiled = wire_read_int(&w) != 0;
	return r->kind == SRTEST_ENDED || failed(h, e, HOST_DIED, "the host talks nonsense");
}
