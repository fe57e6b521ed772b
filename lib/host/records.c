#include "host/private.h"

#include "host/race.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

/* What a host can make us keep of one record. */
enum { MOST_FRAMES = 256, MOST_LEFT_OUT = 1 << 30 };

void
record_queue(struct host *h)
{
	wire_end(&h->out);
	text_add(&h->queue, h->out.s, h->out.n);
}

void
record_send(struct host *h)
{
	record_queue(h);
	channel_send(&h->channel, &h->queue); /* if it is gone, there will be no answer */
	h->queue.n = 0;
}

/* A place in another file, or so many that are left out. */
static struct stack_frame
read_far_frame(struct host *h, struct wire w)
{
	struct stack_frame f = {0};
	size_t n;
	if (wire_tag(&w) == SRTEST_BYTES) {
		const char *file = wire_read_bytes(&w, &n);
		f.file = arena_strndup(&h->arena, file ? file : "", file && n < PATH_MAX ? n : 0);
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

struct stack
record_stack(struct host *h, struct wire *w)
{
	if (wire_more(w) && wire_tag(w) == SRTEST_LIST)
		return read_stack(h, wire_read_list(w));
	wire_skip(w);
	return (struct stack){0};
}

static void
note_unwritten(struct host *h, const struct srtest_record *r)
{
	struct wire w = wire_payload(r);
	h->unwritten.read = record_stack(h, &w);
	h->unwritten.allocated = record_stack(h, &w);
}

/* Does it come between the others, and is noted? */
static bool
is_note(const struct srtest_record *r)
{
	return r->kind == SRTEST_RACE || r->kind == SRTEST_UNWRITTEN;
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

const struct srtest_record *
record_receive(struct host *h)
{
	const struct srtest_record *r;
	process_ask(&h->process);
	while ((r = channel_receive(&h->channel)) && is_note(r)) {
		if (r->kind == SRTEST_UNWRITTEN)
			note_unwritten(h, r);
		if (r->kind == SRTEST_UNWRITTEN || note_race(h, r))
			continue;
		h->channel.broken = true;
		return NULL;
	}
	return r;
}

static void
note_hindrance(struct host *h)
{
	if (!h->hindrance || !process_is_hindered(&h->process))
		return;
	if (process_limit(&h->process))
		h->hindrance->limit = process_limit(&h->process);
	else
		h->hindrance->outside = true;
}

const char *
record_why_none(struct host *h)
{
	if (h->channel.broken)
		return "the host talks nonsense: what it wrote is no record of the protocol";
	process_await(&h->process);
	note_hindrance(h);
	return process_words(&h->process, &h->arena);
}

const char *
record_text(struct host *h, struct wire *w)
{
	size_t n;
	const char *s = wire_read_bytes(w, &n);
	struct text t = {0};
	text_quoted(&t, s ? s : "", s && n < LONGEST_MESSAGE ? n : s ? LONGEST_MESSAGE : 0);
	if (n > LONGEST_MESSAGE)
		text_str(&t, "...");
	return text_take(&t, &h->arena);
}

const char *
record_name(struct host *h, struct wire *w)
{
	size_t n;
	const char *s = wire_read_bytes(w, &n);
	const char *name = s && n <= LONGEST_NAME ? arena_strndup(&h->arena, s, n) : "";
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr(" _-,()@.$", *c))
			return "";
	return name;
}

const char *
record_file(struct host *h, struct wire *w)
{
	size_t n, i = 0;
	const char *s = wire_read_bytes(w, &n);
	while (s && i < h->nfiles && (strlen(h->files[i]) != n || memcmp(h->files[i], s, n) != 0))
		i++;
	if (!s || n >= PATH_MAX || i == MOST_FILES)
		return NULL;
	if (i == h->nfiles)
		h->files[h->nfiles++] = arena_strndup(&h->arena, s, n);
	return h->files[i];
}
