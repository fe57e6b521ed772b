#include "drivers/wire.h"

#include <string.h>

/* --- writing --- */

static size_t
padded(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

static void
value(struct text *out, enum srtest_tag tag, const void *data, size_t n)
{
	struct srtest_value header = {.tag = (uint32_t)tag, .size = (uint32_t)n};
	text_add(out, (const char *)&header, sizeof header);
	text_add(out, data, n);
	text_fill(out, 0, padded(n) - n);
}

void
wire_begin(struct text *out, enum srtest_kind kind, const struct srtest_record *about)
{
	struct srtest_record record = about ? *about : (struct srtest_record){0};
	record.kind = (uint16_t)kind;
	out->n = 0;
	text_add(out, (const char *)&record, sizeof record);
}

void
wire_end(struct text *out)
{
	uint32_t size = (uint32_t)out->n;
	memcpy(out->s + offsetof(struct srtest_record, size), &size, sizeof size);
}

void
wire_int(struct text *out, int64_t i)
{
	value(out, SRTEST_INT, &i, sizeof i);
}

void
wire_uint(struct text *out, uint64_t u)
{
	value(out, u <= INT64_MAX ? SRTEST_INT : SRTEST_UINT, &u, sizeof u);
}

void
wire_float(struct text *out, double d)
{
	value(out, SRTEST_FLOAT, &d, sizeof d);
}

void
wire_bytes(struct text *out, const void *data, size_t n)
{
	value(out, SRTEST_BYTES, data, n);
}

void
wire_string(struct text *out, const char *s)
{
	wire_bytes(out, s, strlen(s));
}

void
wire_handle(struct text *out, uint64_t handle)
{
	value(out, SRTEST_HANDLE, &handle, sizeof handle);
}

void
wire_none(struct text *out)
{
	value(out, SRTEST_NONE, "", 0);
}

size_t
wire_open_list(struct text *out)
{
	size_t opened = out->n;
	value(out, SRTEST_LIST, "", 0);
	return opened;
}

void
wire_close_list(struct text *out, size_t opened)
{
	uint32_t size = (uint32_t)(out->n - opened - sizeof(struct srtest_value));
	memcpy(out->s + opened + offsetof(struct srtest_value, size), &size, sizeof size);
}

/* --- reading --- */

struct wire
wire_payload(const struct srtest_record *r)
{
	const unsigned char *start = (const unsigned char *)r;
	return (struct wire){.at = start + sizeof *r, .end = start + r->size};
}

bool
wire_more(const struct wire *w)
{
	return !w->bad && w->at < w->end;
}

/* The header of the next value, if there is a whole value. */
static bool
peek(const struct wire *w, struct srtest_value *header)
{
	size_t left = (size_t)(w->end - w->at);
	if (w->bad || left < sizeof *header)
		return false;
	memcpy(header, w->at, sizeof *header);
	return left - sizeof *header >= padded(header->size);
}

enum srtest_tag
wire_tag(const struct wire *w)
{
	struct srtest_value header;
	return peek(w, &header) ? (enum srtest_tag)header.tag : SRTEST_NONE;
}

/* Takes the next value if it has one of two tags. */
static const void *
take(struct wire *w, enum srtest_tag tag, enum srtest_tag other, size_t *n)
{
	struct srtest_value header;
	if (!peek(w, &header) || (header.tag != (uint32_t)tag && header.tag != (uint32_t)other)) {
		w->bad = true;
		*n = 0;
		return NULL;
	}
	const unsigned char *data = w->at + sizeof header;
	w->at = data + padded(header.size);
	*n = header.size;
	return data;
}

static void
take_number(struct wire *w, enum srtest_tag tag, enum srtest_tag other, void *number)
{
	size_t n;
	const void *data = take(w, tag, other, &n);
	memset(number, 0, 8);
	if (data && n == 8)
		memcpy(number, data, 8);
	else
		w->bad = true;
}

int64_t
wire_read_int(struct wire *w)
{
	int64_t i;
	take_number(w, SRTEST_INT, SRTEST_INT, &i);
	return i;
}

uint64_t
wire_read_uint(struct wire *w)
{
	uint64_t u;
	take_number(w, SRTEST_UINT, SRTEST_INT, &u);
	return u;
}

double
wire_read_float(struct wire *w)
{
	double d;
	take_number(w, SRTEST_FLOAT, SRTEST_FLOAT, &d);
	return d;
}

uint64_t
wire_read_handle(struct wire *w)
{
	uint64_t handle;
	take_number(w, SRTEST_HANDLE, SRTEST_HANDLE, &handle);
	return handle;
}

const void *
wire_read_bytes(struct wire *w, size_t *n)
{
	return take(w, SRTEST_BYTES, SRTEST_BYTES, n);
}

struct wire
wire_read_list(struct wire *w)
{
	size_t n;
	const unsigned char *data = take(w, SRTEST_LIST, SRTEST_LIST, &n);
	return data ? (struct wire){.at = data, .end = data + n} : (struct wire){.bad = true};
}

void
wire_skip(struct wire *w)
{
	struct srtest_value header;
	if (peek(w, &header))
		w->at += sizeof header + padded(header.size);
	else
		w->bad = true;
}
