/* A stack of numbers that several threads may use. No function blocks. */
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

typedef struct stack stack;

stack *stack_new(void);
/* Also with something in it, but nobody may use it any more. */
void stack_free(stack *);
void stack_push(stack *, int x);
/* False: it is empty. */
bool stack_pop(stack *, int *x);

#endif
