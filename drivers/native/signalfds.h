/* Descriptors that signals are read from: to each task they show the signals that are pending for it. */
#ifndef NATIVE_SIGNALFDS_H
#define NATIVE_SIGNALFDS_H

#include "drivers/native/tasks.h"

#include <stdbool.h>
#include <stddef.h>

bool signalfd_is(int fd);
/* As read() of one that does not wait. */
long signalfd_take(int fd, void *to, size_t size);
/* From now on the system says of all of them what they are for this task: ready, or not. */
void signalfds_show(const struct task *);
/* A signal is pending. */
void signalfds_changed(void);
void signalfds_closed(int fd);
/* The test is over; they are closed already. */
void signalfds_reset(void);

#endif
