/* Recorded histories: lines of JSON, or what others record, in; the events that the judge takes out. */
#ifndef HISTORY_HISTORY_H
#define HISTORY_HISTORY_H

#include "judge/judge.h"

struct history_reading;

/* A form in which histories are recorded. A new one is a file and a line in the table of history.c. */
struct history_form {
	const char *name;
	bool (*read)(struct history_reading *); /* private.h */
	bool timed; /* its lines always stand in the order in which all that happened */
};

/* NULL: there is none of this name. */
const struct history_form *history_form(const char *name);

struct history_options {
	const struct history_form *form; /* NULL: lines of JSON, as srtest-history(5) has them */
	const char *order; /* of its lines, one of spec_orders; NULL: as the first line says */
};

/*
 * Reads and checks a history, piece by piece; values are made in the heap. One whose lines stand in the order of time and that does not end at rest
 * ends with EVENT_END. NULL after adding diagnostics.
 */
struct history *history_read(struct arena *, struct diags *, const struct spec *, struct heap *, const char *path, const struct history_options *);
/* The same from text that is in memory. */
struct history *history_parse(struct arena *, struct diags *, const struct spec *, struct heap *, const struct source *, const struct history_options *);
/* What a history says of one key, where the specification has a partition. */
struct history_part {
	struct history *history;
	const struct type *type; /* of the key; NULL: it is the whole history */
	word key;
};

/* The parts that can be judged by themselves, each with the rests of all; the history itself where there is no partition. */
const struct history_part *history_parts(struct arena *, struct history *, size_t *n);
/* Where an event stands in the file: its line is read again. */
struct span history_place(struct arena *, const struct history *, size_t event);

/* Of a history in the order of time that fails: the few calls of it that cannot be explained, whatever the others do. */
struct history_failure {
	const struct history *history; /* of these calls only */
	struct verdict verdict; /* on it */
	size_t line; /* of the file: what stands up to there cannot be explained, what stands before can */
	size_t calls, left; /* that were made up to there, and that are left */
	struct verdict before; /* the same, but what it says of the model is what that may be in front of this line */
};

/* Everything lives in the arena. False: it cannot be told in such a way. */
bool history_explain(struct arena *, const struct model *, const struct judge_options *, const struct history *, struct history_failure *);

#endif
