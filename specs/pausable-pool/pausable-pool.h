/* What an implementation of the pool provides; specs/pausable-pool/pausable-pool.yaml says what it must do. A job is to count itself. */
#ifndef SPECS_PAUSABLE_POOL_H
#define SPECS_PAUSABLE_POOL_H

typedef struct pool pool;

pool *pool_new(void);
/* Jobs that are left are not done. */
void pool_free(pool *);
void pool_submit(pool *);
unsigned pool_wait(pool *);
void pool_pause(pool *);
void pool_resume(pool *);

#endif
