/* What the readers of the forms share. Inside lib/history only. */
#ifndef HISTORY_PRIVATE_H
#define HISTORY_PRIVATE_H

#include "history/history.h"
#include "history/stream.h"

#include <jansson.h>

enum { LONGEST_PIECE = 1 << 20 }; /* bytes of what is looked at together */

struct caller {
	const struct operation *open; /* of its call, or NULL */
	size_t line; /* of the history, where it was made */
	bool lost; /* its last call was, so that it calls no more */
};

struct history_reading {
	struct arena *arena;
	struct diags *diags;
	const struct spec *spec;
	struct heap *heap;
	struct stream stream;
	struct history *history;
	bool ordered; /* what the order of lines means is not said by the file */
	VEC(struct history_line) lines;
	VEC(const char *) clients;
	VEC(struct caller) callers; /* by client */
	json_t *numbers; /* of clients, by name */
	int64_t time; /* of the last line that said one, in nanoseconds */
	struct span here; /* the part of the piece that messages point at; its source does not matter */
};

/* Adds an error at `here`, with a hint if there is one; false. */
bool reading_error(struct history_reading *, const char *hint, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The number of a client; one that is new gets the next. */
int reading_client(struct history_reading *, const char *name);

/* Each adds an event, or says why it cannot be. */
bool reading_call(struct history_reading *, int client, const struct operation *, const word *args);
/* What it is that could return: NULL after adding a diagnostic. */
const struct operation *reading_open(struct history_reading *, int client, const char *what);
void reading_return(struct history_reading *, int client, bool has_value, word value);
void reading_lose(struct history_reading *, int client);
void reading_rest(struct history_reading *);
/* The client's open call was never made. */
void reading_undo(struct history_reading *, int client);

/* An argument must be in its type: says so otherwise. */
bool reading_fits(struct history_reading *, const struct operation *, size_t argument, word);

/* The readers. */
bool read_lines(struct history_reading *);
bool read_jepsen(struct history_reading *);
bool read_porcupine(struct history_reading *);

#endif
