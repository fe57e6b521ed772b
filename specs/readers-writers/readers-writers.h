/* What an implementation of readers and writers provides; specs/readers-writers/readers-writers.yaml says what it must do. */
#ifndef READERS_WRITERS_H
#define READERS_WRITERS_H

typedef struct rw rw;

rw *rw_new(void);
void rw_free(rw *);
void rw_before_read(rw *);
void rw_after_read(rw *);
void rw_before_write(rw *);
void rw_after_write(rw *);

#endif
