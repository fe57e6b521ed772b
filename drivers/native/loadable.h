/* Can a file be loaded? Looked into before the loader does, which takes more on trust. */
#ifndef NATIVE_LOADABLE_H
#define NATIVE_LOADABLE_H

#include <stdbool.h>

/* False: *why says why not, in words. */
bool loadable(const char *path, const char **why);

#endif
