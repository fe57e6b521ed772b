/* A folder goes with all that is in it, which may have been made to stay: however deep, whoever may look into it. */
#ifndef BASE_REMOVAL_H
#define BASE_REMOVAL_H

#include <stdbool.h>

/* Follows no link. False: something of it is still there; it may go later, if somebody was writing. */
bool removal_try(const char *path);

#endif
