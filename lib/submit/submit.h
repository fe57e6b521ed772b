/* What a class handed in: paths in, submissions under unique names out, and each of them made one shared object. */
#ifndef SUBMIT_SUBMIT_H
#define SUBMIT_SUBMIT_H

#include "base/diag.h"
#include "base/text.h"
#include "build/build.h"

/* A named group of --name, and what it matched; "" if nothing. */
struct submission_group {
	const char *name, *value;
};

/* Names and paths may hold any byte but NUL: who writes them escapes them. */
struct submission {
	const char *name; /* unique */
	const char *path;
	enum submission_kind { SUBMISSION_LIBRARY, SUBMISSION_SOURCE, SUBMISSION_FOLDER, SUBMISSION_ARCHIVE } kind;
	const char *problem; /* why it cannot even be looked at: a link to nothing; or NULL */
	size_t ngroups; /* the same ones for all submissions */
	const struct submission_group *groups;
};

/* Ordered by name. */
struct submissions {
	size_t n;
	const struct submission *at;
};

/* Is a file of this name a submission, or a header that one brings? */
bool submission_is_part(const char *path);
/* Can it be the pattern of --name? False after a diagnostic, with a caret at what is wrong. */
bool submissions_named_by(struct arena *, struct diags *, const char *pattern);
/*
 * A folder among the paths holds submissions; anything else is one. `name` is the pattern of --name, or NULL. What folders hold besides is told
 * in a note; those that would have one name are told in a warning, and get longer ones. False after a diagnostic, for example if there are none.
 */
bool submissions_find(struct arena *, struct diags *, const char *name, size_t n, const char *const *paths, struct submissions *);

struct prepare_options {
	const char *command; /* what --build says, for folders and archives; or NULL */
	const char *spec; /* the file, in whose folder headers are sought, and after which the shared object may be called */
	const char *cc, *flags; /* of lib/build, for what is compiled here; or NULL */
	unsigned variants; /* in which sources are compiled here, as build_options has it */
	const char *folder; /* a private one, empty, which the caller removes; NULL: one of its own */
	struct build_limits limits; /* for each command; zero is none */
	bool *hindered; /* becomes true where it fails, and what was handed in is not to blame; or NULL */
	const struct sandbox *sandbox; /* that commands are run in: `folder` is what may be written in it, and that of `spec` is read; or NULL */
};

struct prepared;

/*
 * Makes a shared object of it in a private folder that goes away with the program; what was handed in is only read. NULL after a diagnostic. What
 * compilers and others say is added to `words` either way, with control characters as they came. `limit` becomes the one that was hit, or NULL.
 */
struct prepared *submission_prepare(struct diags *, const struct submission *, const struct prepare_options *, struct text *words, const char **limit);
/* The path of the shared object. */
const char *prepared_library(const struct prepared *);
/* Whoever compiled it here has it in these variants, and nothing else in its folder; NULL: it was made otherwise. */
struct build *prepared_build(const struct prepared *);
/* The private folder, which the library lies in. */
const char *prepared_folder(const struct prepared *);
/* Removes all of it. NULL is fine. */
void prepared_free(struct prepared *);

#endif
