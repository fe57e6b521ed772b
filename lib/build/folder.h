/* A private folder that goes away with the program. Inside lib/build, lib/submit and lib/grade only. */
#ifndef BUILD_FOLDER_H
#define BUILD_FOLDER_H

#include "base/attendant.h"

#include <limits.h>

struct folder {
	char path[PATH_MAX];
	struct attendant keeper; /* removes it */
};

/* False after a diagnostic. */
bool folder_make(struct folder *, struct diags *);
void folder_remove(struct folder *);

#endif
