#include "host/private.h"

#include "host/race.h"

#include <ctype.h>
#include <string.h>

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
	while ((r = channel_receive(&h->channel)) && r->kind == SRTEST_RACE) {
		if (note_race(h, r))
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
