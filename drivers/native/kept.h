/*
 * What an implementation asks the system to keep for it, to be found by a name, a key or a number: semaphores, message queues,
 * shared memory. Here the host keeps it, and nobody else knows of it. What was there when the implementation had been loaded is
 * there again in each test, as it was; all else is gone when the test is over.
 */
#ifndef NATIVE_KEPT_H
#define NATIVE_KEPT_H

#include "drivers/native/signals.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ipc.h>

enum kept_kind { KEPT_SEMAPHORE, KEPT_SET, KEPT_MAILBOX, KEPT_SEGMENT, KEPT_FILE, KEPT_QUEUE, KEPT_OPEN_QUEUE, KEPT_KINDS };

/* Begins whatever is kept. */
struct kept {
	struct kept *next;
	enum kept_kind kind;
	int number; /* from 1; no other of its kind has it, or will have it */
	char name[NAME_MAX + 1]; /* empty: it is not found by one, or no longer */
};

/* A new one, of so many bytes, all of which are zero but for its beginning. NULL: there is no memory; errno says so. */
void *kept_make(enum kept_kind, const char *name, size_t size);
/* NULL: there is none. */
void *kept_find(enum kept_kind, const char *name);
void *kept_numbered(enum kept_kind, int number);
void *kept_which(enum kept_kind, bool (*is)(const struct kept *, const void *), const void *arg);
/*
 * As semget and its kin: the one with this key, which is made where the flags say so, in so many bytes; 0: it cannot be made so.
 * NULL: errno says why not.
 */
void *kept_get(enum kept_kind, key_t key, int flags, size_t size);
/* It is no more. */
void kept_end(struct kept *);

/* What somebody wants done to something kept, as soon as that is possible. */
struct wish {
	bool (*grant)(struct kept *, struct wish *); /* does it, or says in `error` why it never will be done. False: not yet */
	bool only_looks; /* it comes before those that change something */
	int error;
	bool granted;
};

/* Does it now, or waits for others to make it possible; INTERRUPTED and TIMED_OUT: it was not done. */
enum woken kept_wish(struct kept *, struct wish *, uint64_t deadline, bool restarts, const void *place);
/* Something has changed: wishes come true, in the order in which they are waited for. */
void kept_changed(struct kept *);
/* It is about to be no more: whoever waits is told this. */
void kept_refuse(struct kept *, int error);
/* Calls fn for each wish that is waited for. */
void kept_each_wish(const struct kept *, void (*fn)(const struct wish *, void *), void *arg);

void kept_remember(void);
void kept_reset(void);

#endif
