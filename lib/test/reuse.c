#include "test/test.h"

#include <string.h>

static const char *const names[REUSES] = {
	[REUSE_NONE] = "none", /* what was freed is kept back */
	[REUSE_LATEST] = "latest", /* what was freed last is given again first */
	[REUSE_OLDEST] = "oldest", /* what was freed first is */
};

const char *
reuse_name(enum reuse r)
{
	return names[r];
}

bool
reuse_find(const char *name, enum reuse *found)
{
	for (int i = REUSE_LATEST; i < REUSES; i++) {
		*found = (enum reuse)i;
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}
