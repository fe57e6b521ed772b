/* The checker's parts. Inside lib/lang only. */
#ifndef LANG_CHECKER_H
#define LANG_CHECKER_H

#include "lang/check.h"

#define KIND_BIT(kind) (1u << (kind)) /* of symbols */

enum { LOOP_LOCALS = 3 }; /* the element and where the loop stands */

struct local {
	const char *name;
	const struct type *type;
	int slot;
	struct local *up;
};

/* Each adds a diagnostic, with a hint unless that is NULL, and returns NULL. */
const struct type *check_wrong(struct check *, const struct expr *, const char *message, const char *hint);
/* A type as messages show it. */
const char *check_shown(struct check *, const struct type *);

/* names */
struct local *check_local(struct check *, const char *name);
/* The most similar name of these kinds, or NULL. */
const char *check_nearest(struct check *, const char *name, unsigned kinds);
int check_slots(struct check *, int n);
/* Makes a local; one that hides another name would be read wrongly by someone. */
bool check_bind(struct check *, struct span, const char *name, const struct type *, int slot);
/* Where variables live, for messages. */
extern const char *const seg_words[SEG_COUNT];
/* The symbol of a type whose name may stand for all its values, or NULL. */
const struct symbol *check_type_named(struct check *, const struct expr *);

/*
 * The type of an expression, which is also kept in it; NULL after a diagnostic. `wanted` or NULL only helps where an
 * expression can be of several types: {}, "", maps.
 */
const struct type *check_infer(struct check *, struct expr *, const struct type *wanted);
const struct type *check_condition(struct check *, struct expr *);
/* The right side of `in`: elements of which type? A type's name and a range are not made into sets. */
const struct type *check_container(struct check *, struct expr *);
/* The type that every step-th of the parts has. */
const struct type *check_join(struct check *, struct expr *, size_t first, size_t step, const struct type *wanted);
const struct type *check_element_wanted(const struct type *wanted);
bool check_history(struct check *, struct expr *);
bool check_generator(struct check *, struct generator *);

const struct type *infer_name(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_field(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_index(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_prefix(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_binary(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_call(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_quantifier(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_list(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_braces(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_pairs(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_record(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_comprehension(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_history(struct check *, struct expr *, const struct type *wanted);
const struct type *infer_pick(struct check *, struct expr *, const struct type *wanted);

#endif
