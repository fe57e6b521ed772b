/* System calls in which a thread waits, and how. */
#ifndef FREE_WAITS_H
#define FREE_WAITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum waiting {
	WAITING_NOT, /* it runs, could run, or is busy inside the kernel */
	WAITING_INSIDE, /* for another thread of the process, without a timeout: nobody else can end it */
	WAITING_OUTSIDE, /* without a timeout, but for something that may come from elsewhere */
	WAITING_TIMED, /* it goes on by itself */
};

/* What the thread is blocked in, by /proc/self/task/TID/syscall. */
enum waiting waits_of(pid_t thread);
/* Is there a timer that may yet wake somebody? */
bool waits_timer(void);

#endif
