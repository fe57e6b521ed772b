/* All descendants of this process, which is to have none but those of one command, and to be their reaper. Inside lib/build only. */
#ifndef BUILD_FAMILY_H
#define BUILD_FAMILY_H

#include <stddef.h>

/* How many are there? 0 where /proc cannot be read. */
size_t family_size(void);
/* Ends them, and waits until they are gone. */
void family_end(void);
/* All threads of all processes of this user. */
size_t family_threads_of_user(void);

#endif
