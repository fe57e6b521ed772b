/* What an implementation of the lock provides; specs/lock/lock.yaml says what it must do. */
#ifndef SPECS_LOCK_H
#define SPECS_LOCK_H

typedef struct lock lock;

lock *lock_new(void);
void lock_free(lock *);
void lock_acquire(lock *);
void lock_release(lock *);

#endif
