/* What an implementation of the lock provides; specs/mutex/mutex.yaml says what it must do. */
#ifndef SPECS_MUTEX_H
#define SPECS_MUTEX_H

typedef struct mutex mutex;

mutex *mutex_new(void);
void mutex_free(mutex *);
void mutex_acquire(mutex *);
void mutex_release(mutex *);

#endif
