#include "host/private.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool
watch(void *host)
{
	struct host *h = host;
	return process_watch(&h->process);
}

static bool
start(struct host *h, struct diags *d, const struct host_options *o)
{
	bool journal = o->journal > 0 && !o->free && !o->command;
	const char *const native[] = {o->program, "3", journal ? "4" : NULL, NULL}, *const shell[] = {"/bin/sh", "-c", o->command, NULL};
	int theirs;
	h->channel.near = !o->free && !o->command;
	if (!(o->command ? channel_open_socket : channel_open_ring)(&h->channel, d, &theirs))
		return false;
	struct process_options p = {.argv = o->command ? shell : native, .fd = theirs, .journal = journal ? o->journal : -1, .piped = o->command != NULL, .near = h->channel.near, .patience = o->patience, .sandbox = o->sandbox};
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
	h->no_rare = o->no_rare;
	h->allowed = o->allowed;
	h->free = o->free;
	h->hindrance = o->hindrance;
	bool started = start(h, d, o);
	if (started && (host_load(h, d, o) || h->dead.n))
		return h;
	if (!started && h->hindrance)
		h->hindrance->outside = true;
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
	if (host_load(h, d, &none))
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
	text_free(&h->dead);
	free(h);
}

struct host_facts
host_facts(const struct host *h, struct arena *a)
{
	return (struct host_facts){
		.carriers = arena_strdup(a, h->carriers), .identity = arena_strdup(a, h->identity.s ? h->identity.s : ""), .unseen = arena_strdup(a, h->unseen.s ? h->unseen.s : ""),
		.varying = arena_strdup(a, h->varying.s ? h->varying.s : ""), .sees_accesses = h->sees_accesses, .judges_races = h->judges_races, .takes_bursts = h->takes_bursts,
		.real_times = h->times == SRTEST_REAL_TIMES,
	};
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

const struct unwritten *
host_unwritten(const struct host *h)
{
	return h->unwritten.read.n ? &h->unwritten : NULL;
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
