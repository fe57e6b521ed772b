/* A process that reads what somebody may have made to harm: it can compute for a while, read what is open, and answer, and nothing else. */
#ifndef BASE_APART_H
#define BASE_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct apart {
	pid_t pid; /* 0: there is none, or it is gone */
	int channel;
};

/* Runs `serve` in such a process, which has this file and its end of the channel open; it ends when `serve` returns. */
void apart_start(struct apart *, int file, void (*serve)(int file, int channel, void *context), void *context);
void apart_stop(struct apart *);
/* All of it, or false: the other side is gone. */
bool apart_send(int channel, const void *, size_t);
bool apart_receive(int channel, void *, size_t);

#endif
