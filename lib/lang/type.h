/* Types of the expression language. They are made once, when a spec is loaded, and never change. */
#ifndef LANG_TYPE_H
#define LANG_TYPE_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum type_kind {
	TYPE_NOTHING, /* has no values: the elements of [] */
	TYPE_BOOL,
	TYPE_INT, /* with bounds: int, nat, ranges */
	TYPE_CHAR,
	TYPE_ENUM,
	TYPE_RECORD,
	TYPE_OPTION,
	TYPE_SEQ,
	TYPE_SET,
	TYPE_BAG,
	TYPE_MAP,
	TYPE_BRACES, /* of {}: an empty set, bag or partial map */
};

struct field {
	const char *name;
	const struct type *type;
};

struct type {
	enum type_kind kind;
	const char *name; /* as the spec declares it, else NULL */
	int64_t min, max; /* TYPE_INT */
	const struct type *elem; /* of seq, set, bag, option; the values of a map */
	const struct type *key; /* TYPE_MAP */
	const struct field *fields; /* TYPE_RECORD */
	const char *const *names; /* TYPE_ENUM */
	size_t n; /* number of fields or names */
	uint64_t count; /* number of values where they can be enumerated, else 0 */
	bool total; /* TYPE_MAP: every key has a value */
	bool flat; /* the word is the value: no block */
};

enum { TOTAL_MAP_KEYS = 65536 }; /* a map over more keys is partial */

extern const struct type type_nothing, type_bool, type_int, type_nat, type_char, type_string, type_bytes, type_braces, type_byte;

const struct type *type_range(struct arena *, int64_t min, int64_t max);
const struct type *type_enum(struct arena *, const char *const *names, size_t n);
const struct type *type_record(struct arena *, const struct field *, size_t n);
/* A type with elements: option, seq, set or bag. */
const struct type *type_of(struct arena *, enum type_kind, const struct type *elem);
const struct type *type_map(struct arena *, const struct type *key, const struct type *value);
const struct type *type_map_partial(struct arena *, const struct type *key, const struct type *value);
/* The same type under a name, for messages. */
const struct type *type_named(struct arena *, const char *name, const struct type *);

/* Is every value of `from` a value of `to`? */
bool type_within(const struct type *from, const struct type *to);
/* Could a value of `from` be a value of `to`, to be checked when it is there? */
bool type_meets(const struct type *from, const struct type *to);
/* Does one of them meet the other, so that their values can be compared? */
bool type_either_meets(const struct type *, const struct type *);
/* A set, a bag, or {}. */
bool type_is_bag_like(const struct type *);
/* The smallest type that holds both; NULL if there is none. */
const struct type *type_join(struct arena *, const struct type *, const struct type *);

int type_field(const struct type *record, const char *name); /* index, or -1 */
bool type_is_text(const struct type *); /* a sequence of char */
void type_print(struct text *, const struct type *);
/* The type as text in the arena, for messages. */
const char *type_text(struct arena *, const struct type *);

#endif
