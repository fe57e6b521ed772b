/*
 * What is in pipes and event counters that the implementation made in a test, as far as that can be told from what was done to
 * each of them: where the same was done, or where it is empty, the system keeps the same.
 */
#ifndef NATIVE_CONTENTS_H
#define NATIVE_CONTENTS_H

#include "drivers/native/descriptors.h"

/* The caller has made a pipe, or a counter, of which both ends are one; with these flags, and so much in it. */
void contents_made(int reads, int writes, int flags, unsigned count);
/* A descriptor was used: those that are something else make it unknown what is where. */
void contents_used(int fd);
/* This was done to it, with this result. */
void contents_changed(const struct deed *, long result);
/* Adds all that there is to a number; false: it is not known. */
bool contents_number(uint64_t *number);
/* A test is over: whatever it made is gone. */
void contents_reset(void);

#endif
