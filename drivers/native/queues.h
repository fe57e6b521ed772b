/* The message queues of POSIX. */
#ifndef NATIVE_QUEUES_H
#define NATIVE_QUEUES_H

#include <stdbool.h>

/* Their descriptors are none of the system's: each is so much more than a number from 1. */
enum { FIRST_QUEUE = 1 << 20 };
bool queue_is(int descriptor);

#endif
