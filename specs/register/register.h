/* What an implementation of the register provides; specs/register/register.yaml says what it must do. */
#ifndef SPECS_REGISTER_H
#define SPECS_REGISTER_H

#include <stdbool.h>

typedef struct reg reg;

reg *register_new(void);
void register_free(reg *);
void register_write(reg *, int v);
int register_read(reg *);
/* Writes v if the register still holds what it was; tells whether it did. */
bool register_swap(reg *, int was, int v);

#endif
