/* EDN, the notation in which Clojure prints what Jepsen records. Inside lib/history only. */
#ifndef HISTORY_EDN_H
#define HISTORY_EDN_H

#include "history/stream.h"

enum edn_kind {
	EDN_ABSENT, /* nothing stands there */
	EDN_NIL,
	EDN_BOOL, /* number */
	EDN_INT, /* number */
	EDN_OTHER, /* a number that is none of 64 bits, or has a fraction */
	EDN_STRING, /* text, as are those up to: */
	EDN_CHAR,
	EDN_KEYWORD, /* without its colon */
	EDN_SYMBOL,
	EDN_LIST, /* or a vector */
	EDN_SET,
	EDN_MAP, /* keys and values in turn */
};

struct edn {
	enum edn_kind kind;
	uint32_t from, to; /* where it stands in the piece */
	int64_t number;
	const char *text;
	size_t n; /* bytes of the text, or elements */
	struct edn *at;
};

/* Reads forms of a stream's piece, one after the other. What stands in front of a form as its tag is left out. */
struct edn_reader {
	struct stream *stream;
	struct arena *arena;
	size_t i; /* the next byte */
	size_t end; /* no byte from here on belongs to it */
	int depth;
	const char *wrong, *hint; /* what could not be read, and where */
	size_t from, to;
};

/* The next byte behind blanks, comments and what is discarded; -1 at the end, or if something is wrong. */
int edn_skip(struct edn_reader *);
/* Reads a form; false: something is wrong. */
bool edn_read(struct edn_reader *, struct edn *);
/* Is it a word (a string, a keyword, a symbol) and this one? */
bool edn_is(const struct edn *, const char *text);

#endif
