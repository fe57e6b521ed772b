/* Sources in C to a shared object, in a private folder that goes away with the program, however that ends. */
#ifndef BUILD_BUILD_H
#define BUILD_BUILD_H

#include "base/diag.h"
#include "base/text.h"

struct build_options {
	const char *cc; /* NULL: gcc; words with blanks between them */
	const char *flags; /* come after our own, so they win; or NULL */
	bool bare; /* without hooks that tell the host of accesses to memory */
	const char *spec; /* in whose folder headers are sought, as in those of the sources; or NULL */
};

struct build;

/* Is it a source, by its name? */
bool build_is_source(const char *path);
/* Compiles and links. NULL after a diagnostic; what the compiler says is added to `words` either way. */
struct build *build_start(struct diags *, const struct build_options *, size_t n, const char *const *sources, struct text *words);
/* The path of the shared object. */
const char *build_library(const struct build *);
/* Removes it. NULL is fine. */
void build_free(struct build *);

#endif
