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

/*
 * Runs `serve` in such a process, which has this file and its end of the channel open, for so many seconds of processor time; it ends when
 * `serve` returns.
 */
void apart_start(struct apart *, unsigned seconds, int file, void (*serve)(int file, int channel, void *context), void *context);
/* Ends it. The signal that ended it, which is SIGXCPU where its time was over, and SIGKILL where it still ran; or 0. */
int apart_stop(struct apart *);
/* All of it, or false: the other side is gone. */
bool apart_send(int channel, const void *, size_t);
bool apart_receive(int channel, void *, size_t);
/* The same for a kind and a text. False also: the text with its NUL does not fit. It may hold a NUL and anything else. */
bool apart_tell(int channel, unsigned kind, const char *text);
bool apart_hear(int channel, unsigned *kind, char *text, size_t size);

#endif
