/* A private folder that goes away with the program. Inside lib/build, lib/submit and lib/grade only. */
#ifndef BUILD_FOLDER_H
#define BUILD_FOLDER_H

#include "base/diag.h"

#include <limits.h>
#include <sys/types.h>

struct folder {
	char path[PATH_MAX];
	pid_t keeper; /* the process that removes it */
	int life; /* as long as this is open somewhere, the folder stays */
};

/* False after a diagnostic. */
bool folder_make(struct folder *, struct diags *);
void folder_remove(struct folder *);

#endif
