/* A command in a process group of its own, of which nothing is left when it has ended. Inside lib/build and lib/submit only. */
#ifndef BUILD_TOOL_H
#define BUILD_TOOL_H

#include "base/diag.h"
#include "base/text.h"
#include "build/build.h"

struct tool {
	char *const *argv;
	const char *folder; /* where it runs, or NULL */
	const char *temporary; /* for its temporary files */
	const char *written; /* the folder that all it writes is in, as far as is known; or NULL */
	char *const *environment; /* all of it; or NULL: ours */
	const struct build_limits *limits; /* or NULL */
	const struct sandbox *sandbox; /* or NULL */
	int wanted; /* when this can be read, it is ended; 0: it is not */
};

/* TOOL_NOT_STARTED: the status of a program that is not there. */
enum { TOOL_NOT_STARTED = 127 };

struct tool_end {
	int status; /* as from waitpid */
	const char *limit; /* that ended it, or NULL */
};

/* What it prints is added to `words`. False after a diagnostic, if it could not even be tried. */
bool tool_run(struct diags *, const struct tool *, struct text *words, struct tool_end *);

#endif
