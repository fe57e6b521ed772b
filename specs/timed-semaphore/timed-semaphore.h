/* What an implementation of the timed semaphore provides; specs/timed-semaphore/timed-semaphore.yaml says what it must do. */
#ifndef TIMED_SEMAPHORE_H
#define TIMED_SEMAPHORE_H

#include <stdbool.h>

typedef struct tsem tsem;

enum tsem_outcome { TSEM_ACQUIRED, TSEM_TIMED_OUT };

tsem *tsem_new(unsigned permits);
void tsem_free(tsem *);
void tsem_acquire(tsem *);
enum tsem_outcome tsem_acquire_for(tsem *, unsigned ms);
void tsem_release(tsem *);

#endif
