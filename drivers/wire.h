/* Values of the host protocol (drivers/srtest-host.h), written one after the other into a text, and read from bytes. */
#ifndef DRIVERS_WIRE_H
#define DRIVERS_WIRE_H

#include "base/text.h"
#include "drivers/srtest-host.h"

/* A record that is being put together: begin, add values, end. */
void wire_begin(struct text *, enum srtest_kind, const struct srtest_record *about);
void wire_end(struct text *);

void wire_int(struct text *, int64_t);
void wire_uint(struct text *, uint64_t);
void wire_float(struct text *, double);
void wire_bytes(struct text *, const void *, size_t);
void wire_string(struct text *, const char *);
void wire_handle(struct text *, uint64_t);
void wire_none(struct text *);
/* What is added until the list is closed is in it. */
size_t wire_open_list(struct text *);
void wire_close_list(struct text *, size_t opened);

/* Where values are read from. Once something does not fit, `bad` is set and everything read is empty. */
struct wire {
	const unsigned char *at, *end;
	bool bad;
};

struct wire wire_payload(const struct srtest_record *);
bool wire_more(const struct wire *);
enum srtest_tag wire_tag(const struct wire *);
int64_t wire_read_int(struct wire *);
uint64_t wire_read_uint(struct wire *);
double wire_read_float(struct wire *);
const void *wire_read_bytes(struct wire *, size_t *n);
uint64_t wire_read_handle(struct wire *);
struct wire wire_read_list(struct wire *);
void wire_skip(struct wire *);

#endif
