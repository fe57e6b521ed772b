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
void lent_take_back(void *);

#endif
