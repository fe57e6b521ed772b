/* What somebody takes of a disk. */
#ifndef BASE_SPACE_H
#define BASE_SPACE_H

#include <stdbool.h>

/* How much was free where a folder is, at some time. */
struct space {
	unsigned long long free;
};

struct space space_now(const char *folder);
/*
 * Are there more bytes than this in the folder? Or has that much become less since then, and is the disk nearly full? For not all that is
 * taken can be found: files that have no name any more, and folders into which nobody may look.
 */
bool space_is_taken(const struct space *, const char *folder, unsigned long long most);

#endif
