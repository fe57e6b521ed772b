/*
 * Is all at rest? By the kernel's word: which threads there are, which system call each is blocked in, and how much time of the
 * processor it has had. Only what a thread did itself counts, never how late it is, so a machine that has other things to do
 * gives no other answer.
 */
#ifndef FREE_REST_H
#define FREE_REST_H

#include "drivers/native/schedule.h"

#include <sys/types.h>

/* Each thread but the caller's is watched; `ours`: how many of them the host made. */
void rest_begin(uint64_t wait, unsigned patience);
/* A call has returned: those who poll may find something new. */
void rest_again(void);

enum rest_answer {
	REST_NOT_YET,
	REST_QUIET, /* every thread was blocked at one moment */
	REST_OVER, /* and nothing will come of waiting longer: *how says how sure that is */
};
enum rest_answer rest_look(enum rest *how);

/* Threads of the process, the caller's included. */
size_t rest_threads(void);
/* Were there more, at the last look, than can be watched? */
bool rest_crowded(void);
/* Nanoseconds of real time. */
uint64_t rest_clock(void);

#endif
