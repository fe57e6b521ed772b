/* Sources in C to a shared object, or several, in a private folder that goes away with the program, however that ends. */
#ifndef BUILD_BUILD_H
#define BUILD_BUILD_H

#include "base/diag.h"
#include "base/text.h"
#include "base/variant.h"
#include "base/vec.h"
#include "sandbox/sandbox.h"

/* Of one command and all that it starts; 0 is no limit. */
struct build_limits {
	unsigned seconds; /* of the clock */
	unsigned cpu; /* seconds that a process of it computes */
	unsigned processes; /* and threads */
	unsigned long long memory, file, disk; /* bytes: addresses of a process, length of a file, of all files together */
};

struct build_options {
	const char *cc; /* NULL: gcc; words with blanks between them */
	const char *flags; /* come after our own, so they win; or NULL */
	unsigned variants; /* as bits; 0: hooked, alone. The usual one is compiled first, and the others when one of them is asked for */
	const char *spec; /* in whose folder headers are sought, as in those of the sources; or NULL */
	const char *beside; /* a folder in which headers are sought as if sources lay there too; or NULL */
	const char *folder; /* from which relative paths of sources go, and the compiler's messages; or NULL */
	const char *output; /* a folder for all that is made, which the caller removes; NULL: one of its own */
	char *const *environment; /* all that compilers get, or NULL: ours */
	const struct build_limits *limits; /* or NULL */
	const struct sandbox *sandbox; /* that compilers run in, or NULL */
	const struct sandbox_options *own_sandbox; /* for one that can write to our own folder; or NULL */
	bool *hindered; /* becomes true where it fails and the sources are not to blame; or NULL */
}; /* what is pointed to is needed until the build is freed */

struct build;

/* Is it a source, by its name? */
bool build_is_source(const char *path);
/* Is it a header, which builds may read where it lies beside a source or a specification? */
bool build_is_header(const char *path);

struct build_paths {
	const char **at;
	size_t n, cap;
};
/* Adds the headers that stand in a folder. What else stands there is nobody's business: a model solution, or what others handed in. */
void build_add_headers(struct arena *, const char *folder, struct build_paths *to);
/*
 * Compiles and links. NULL after a diagnostic; what the compiler says is added to `words` either way. `limit` is NULL, or becomes the limit
 * that was hit, or NULL.
 */
struct build *build_start(struct diags *, const struct build_options *, size_t n, const char *const *sources, struct text *words, const char **limit);
/* The path of the shared object, in the usual variant. */
const char *build_library(const struct build *);
/* Its folder, in which there is nothing but what was compiled. */
const char *build_folder(const struct build *);
/*
 * The path of that in another variant, for which it may have to be waited. NULL: there is none; *lost: for reasons that need have nothing to do
 * with the sources.
 */
const char *build_variant(struct build *, enum variant, bool *lost);
/* Removes it. NULL is fine. */
void build_free(struct build *);

#endif
