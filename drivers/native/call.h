/* Calls of C functions: how values become arguments, and what a function gives back becomes values. */
#ifndef NATIVE_CALL_H
#define NATIVE_CALL_H

#include "drivers/native/plan.h"

/* A call in the making: its arguments in C's form, with memory of its own. */
struct c_call;

/* NULL: the values do not fit the plan. */
struct c_call *c_call_new(const struct plan *, struct wire *args, void *self);
void c_call_run(struct c_call *);
/* What whole programs are given, and whether what their `main` returns means anything. False: it is malformed, or too much. */
bool c_call_start_programs(struct wire *);
/* Does it run a whole program, by its `main`? */
bool c_call_is_program(const struct c_call *);
/* With what its `main` has returned. */
int c_call_status(const struct c_call *);
/* The program has ended by itself. */
void c_call_exit(struct c_call *, int status);
/* Writes the result and the out-parameters into the record that is being put together. */
void c_call_write(const struct c_call *, struct text *);
/* The pointer that the function returned, if it returns one. */
void *c_call_pointer(const struct c_call *);
/* Has nobody written beyond the end of the memory that it was given? */
bool c_call_is_intact(const struct c_call *);
/* A place in its function. */
const void *c_call_place(const struct c_call *);
/* A number for the memory that it was given. */
uint64_t c_call_number(const struct c_call *, uint64_t seed);
/* The call has returned: what it was given is gone, as the caller's memory would be. */
void c_call_spoil(struct c_call *);
void c_call_free(struct c_call *);

#endif
