/* A ring of at most `size` items that several threads may use. No function blocks. */
#ifndef TRY_RING_H
#define TRY_RING_H

#include <stdbool.h>

typedef struct ring ring;

ring *ring_new(int size);
void ring_free(ring *);
/* False: it is full, or others were at work on it. */
bool ring_try_put(ring *, int x);
/* False: it is empty, or others were at work on it. */
bool ring_try_get(ring *, int *x);

#endif
