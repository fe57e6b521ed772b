/* What a thread has to do at its end. */
#ifndef NATIVE_CLEANUP_H
#define NATIVE_CLEANUP_H

/* The caller's task is a new one. */
void cleanup_begin(void);
/*
 * The caller's thread ends: its stack is left, frame by frame, and clean-up handlers run, the newest first, as well as the destructors
 * of what is in the frames. Then `then` is called with the place.
 */
void cleanup_run(void (*then)(const void *), const void *place) __attribute__((noreturn));
/* Then the destructors of its thread-local objects. */
void cleanup_locals(void);

#endif
