/* What an implementation of the semaphore provides; specs/semaphore/semaphore.yaml says what it must do. */
#ifndef SPECS_SEMAPHORE_H
#define SPECS_SEMAPHORE_H

typedef struct semaphore semaphore;

semaphore *semaphore_new(unsigned permits);
void semaphore_free(semaphore *);
void semaphore_acquire(semaphore *);
void semaphore_release(semaphore *);

#endif
