/* Where a submission is built and run: a private folder, and sandboxes around compilers and hosts. Inside lib/grade only. */
#ifndef GRADE_SHELTER_H
#define GRADE_SHELTER_H

#include "build/folder.h"
#include "grade/grade.h"

struct shelter {
	struct arena arena;
	struct folder folder;
	const char *program, *free_program; /* hosts: copies of its own, so that nobody keeps them from others; or what the options name */
	struct sandbox *builds, *hosts; /* or NULL */
};

/* For what is built of the submission. False after a diagnostic. */
bool shelter_for_builds(struct shelter *, struct diags *, const struct grade_options *, const struct submission *);
/* The hosts, and a sandbox for what is run of the library; nothing is built any more. False after a diagnostic. */
bool shelter_for_hosts(struct shelter *, struct diags *, const struct grade_options *, const struct prepared *);
/* What hosts are told of that. */
struct host_options shelter_host(const struct grade_options *, const struct prepared *);
/* What was tried in it so far, and is not allowed. */
const char *const *shelter_attempts(const struct shelter *, struct arena *, size_t *n);
/* Removes everything. */
void shelter_close(struct shelter *);

#endif
