/* What a thread has to do at its end. */
#ifndef NATIVE_CLEANUP_H
#define NATIVE_CLEANUP_H

/* The caller's task is a new one. */
void cleanup_begin(void);
/* The caller's thread ends: its clean-up handlers run, the newest first. Does not return if there is one; the last of them calls pthread_exit again. */
void cleanup_run(void);
/* Then the destructors of its thread-local objects. */
void cleanup_locals(void);

#endif
