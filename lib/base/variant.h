/* The ways in which a source is compiled for tests: each shows something that the others hide. */
#ifndef BASE_VARIANT_H
#define BASE_VARIANT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* What is not compiled here counts as the first. VARIANT(id, name, how it is compiled) */
#define VARIANT_LIST(VARIANT) \
	VARIANT(HOOKED, "hooked", "with hooks at accesses to memory") \
	VARIANT(PLAIN, "plain", "without hooks at accesses to memory") \
	VARIANT(UNOPTIMISED, "unoptimised", "with hooks at accesses to memory, and without optimisation") \
	VARIANT(GUARDED, "guarded", "without hooks at accesses to memory, and with margins around variables")

enum variant {
#define VARIANT(id, name, how) VARIANT_##id,
	VARIANT_LIST(VARIANT)
#undef VARIANT
	VARIANTS
};

/* As bits. */
enum { VARIANTS_ALL = (1 << VARIANTS) - 1 };

/* Where the bytes for the memory from 0 on lie that say of the guarded variant what is a margin; there are as many of them: drivers/native/margins.h. */
#define VARIANT_MARGINS 0x100000000000ull

/* As options, reports and replay files call it: "plain". */
const char *variant_name(enum variant);
/* In words that go behind "compiled". */
const char *variant_how(enum variant);
/* Looks up the first n letters. False: there is none of this name. */
bool variant_find(const char *name, size_t n, enum variant *);
/* "hooked,plain" */
const char *variant_names(struct arena *, unsigned set);
/* The first of a set, which is not empty: most tests are made in it. */
enum variant variant_usual(unsigned set);

#endif
