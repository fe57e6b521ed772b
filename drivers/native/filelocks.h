/*
 * Locks of open files: flock, and those that fcntl sets for an open file description. Descriptions wait for one another, whoever opened
 * them, so threads of one process do. The locks that lockf and fcntl set for a process keep no thread of it from anything.
 */
#ifndef NATIVE_FILELOCKS_H
#define NATIVE_FILELOCKS_H

/* What fcntl does with an F_OFD command about locks, in a task: waits for one in the scheduler. Answers as it does. */
int file_lock_control(int fd, int command, void *lock, const void *place);
/* Descriptors are about to be closed, by which their locks may end; and have been. */
void file_locks_closing(int fd);
void file_locks_closed(void);

#endif
