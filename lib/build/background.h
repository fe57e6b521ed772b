/* Work in processes of its own, while we do something else; it ends early if nobody wants what comes of it. Inside lib/build only. */
#ifndef BUILD_BACKGROUND_H
#define BUILD_BACKGROUND_H

#include <stddef.h>
#include <sys/types.h>

enum { BACKGROUND_MOST = 4 };

/* How it ended; LOST: its process did, or could not be started. */
enum background_end { BACKGROUND_DONE, BACKGROUND_FAILED, BACKGROUND_LOST };

struct background {
	int pipe[2]; /* those who work read it, and end when it is closed */
	pid_t pids[BACKGROUND_MOST]; /* 0: nobody does, or not any more */
	enum background_end ends[BACKGROUND_MOST];
};

void background_open(struct background *);
/* Starts the nth work; what it is given as `wanted` can be read when it is to end. */
void background_start(struct background *, size_t nth, enum background_end (*work)(void *context, int wanted), void *context);
/* Waits for it. */
enum background_end background_wait(struct background *, size_t nth);
/* Ends what is not done, and waits for that. */
void background_close(struct background *);

#endif
