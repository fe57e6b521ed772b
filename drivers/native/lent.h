/* Memory that functions are lent for their arguments. */
#ifndef NATIVE_LENT_H
#define NATIVE_LENT_H

#include <stdbool.h>
#include <stddef.h>

/* What is written over it when it is given back. */
enum { SPOILED = 0xdb };

/* A new test: what was lent to the calls of the last one is lent again, at the same addresses. */
void lent_begin(void);
/* All zero. NULL: there is not enough. */
void *lend(size_t);
/* How much it is; 0 where that cannot be known any more. */
size_t lent_size(const void *);
/* Has nobody written beyond its end? */
bool lent_is_intact(const void *);
/* The call has returned: so many bytes are written over, and nobody may access any of it in this test. */
void lent_end(void *, size_t);
void lent_take_back(void *);

/* Are all these bytes lent now, or none of them in this memory? */
bool lent_may_access(const void *at, size_t);
/* What an access for which that is false is to, in words. */
void lent_describe(char *to, size_t room, const void *at);

#endif
