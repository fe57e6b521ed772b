/* What each implementation of permits.yaml provides. With FAULTY it has a fault. */
#ifndef PERMITS_H
#define PERMITS_H

typedef struct permits permits;

permits *permits_new(unsigned n);
void permits_free(permits *);
void permits_acquire(permits *);
void permits_release(permits *);

#endif
