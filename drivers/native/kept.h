/*
 * What an implementation asks the system to keep for it, to be found by a name.
 * Here the host keeps it, and nobody else knows of it. What was there when the implementation had been loaded is there again in
 * each test, as it was; all else is gone when the test is over.
 */
#ifndef NATIVE_KEPT_H
#define NATIVE_KEPT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum kept_kind { KEPT_SEMAPHORE };

/* Begins whatever is kept. */
struct kept {
	struct kept *next;
	enum kept_kind kind;
	char name[NAME_MAX + 1]; /* empty: it is not found by one, or no longer */
};

/* A new one, of so many bytes, all of which are zero but for its beginning. NULL: there is no memory; errno says so. */
void *kept_make(enum kept_kind, const char *name, size_t size);
/* NULL: there is none. */
void *kept_find(enum kept_kind, const char *name);
void *kept_which(enum kept_kind, bool (*is)(const struct kept *, const void *), const void *arg);
/* It is no more. */
void kept_end(struct kept *);

void kept_remember(void);
void kept_reset(void);

#endif
