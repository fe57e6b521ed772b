/*
 * Descriptors that can make their user wait: pipes, sockets, event counters, sets of them. The system keeps their state; an
 * operation is tried without waiting, and whoever would have to wait does so in the scheduler until somebody else did something
 * that makes one of the descriptors ready.
 */
#ifndef NATIVE_DESCRIPTORS_H
#define NATIVE_DESCRIPTORS_H

#include "drivers/native/signals.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

/* An operation on a descriptor: a system call whose first argument the descriptor is. */
struct deed {
	const char *action;
	long number;
	int fd;
	short events; /* what it waits for, if it has to; 0: it never does */
	long args[5];
};

/* Does it, and waits as long as it has to. Answers as the C library does. */
long descriptor_do(const struct deed *, const void *place);
/* The same, of a call that never waits but may let others go on; fd may be -1. */
long descriptor_change(const struct deed *, const void *place);

/* Does a task wait for this descriptor? */
bool descriptor_awaited(int fd);
/* Waits until one of them may be ready, or until the deadline; as signals_block does. */
enum woken descriptor_await(struct pollfd *, nfds_t, uint64_t deadline, bool restarts);
/* The caller has put something there by other means. */
void descriptor_given(int fd);
/* The caller has learned that one is ready. */
void descriptor_seen(void);
/* Something was done to a descriptor: those for whom one is ready now go on. */
void descriptor_changed(void);

/* The implementation is loaded: what is open now stays open. */
void descriptors_remember(void);
/* The test is over: closes what it left open. False: it used what was open before, which cannot be put back. */
bool descriptors_reset(void);
/* So many of those that the test opened are open. */
size_t descriptors_left(void);
/* The caller, if it is a task, is about to close it, or to let it stand for something else. */
void descriptor_replaced(int fd);
/* A descriptor was used; those from before the test make it impossible to start afresh. */
void descriptor_used(int fd);

#endif
