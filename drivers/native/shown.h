/*
 * What a call shows of its own stack: others find a pointer to it, or to something near that it may be a part of, in what was allocated
 * or in a variable; or they are given one. What nobody was shown is the call's own, and its accesses there are no points.
 */
#ifndef NATIVE_SHOWN_H
#define NATIVE_SHOWN_H

#include "drivers/native/tasks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a pointer leads to may begin so much before it, and end so much behind it. */
enum { SHOWN_BEFORE = 64, SHOWN_BEHIND = 256 };

/* Is this a place where others find pointers? */
bool shown_memory(const void *at, size_t size);
/* Does a pointer in one of them lead to this address, or was somebody given one? */
bool shown(uintptr_t address);

/* Another task is given this pointer, and finds what is there, and what pointers there lead to. */
void show(const void *pointer);
/* ... and these bytes, in which there may be pointers. */
void show_copy(const void *from, size_t size);
/* The task writes there: if these are pointers to its own stack, others may find them. */
void show_written(struct task *, const void *at, size_t size);
/* Is this the task's own, and has it shown it to nobody? If it is another's, that one has shown it by now. */
bool shown_to_nobody(struct task *, uintptr_t at, size_t size);

#endif
