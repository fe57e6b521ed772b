/* What an implementation of the barrier provides; specs/barrier/barrier.yaml says what it must do. */
#ifndef BARRIER_H
#define BARRIER_H

typedef struct barrier barrier;

barrier *barrier_new(unsigned parties);
void barrier_free(barrier *);
void barrier_wait(barrier *);

#endif
