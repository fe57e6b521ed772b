/*
 * Breakpoints in the code of the implementation: put there and taken out, and stepped over where a call stands at one. Only
 * x86-64 has them; elsewhere none can be put. What is called here runs in the handler of the signal, on the stack of the task.
 */
#ifndef NATIVE_BREAKPOINT_H
#define NATIVE_BREAKPOINT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* What one is for; there may be several at a place. */
enum breakpoint_use { BREAK_TO_LEARN = 1, BREAK_TO_REACH = 2, BREAK_TO_SPIN = 4, BREAK_TO_CHECK = 8, BREAK_TO_ORDER = 16, BREAK_TO_FOLLOW = 32, BREAK_TO_READ = 64 };

/* Puts one where an instruction begins. False: there are too many, or the code cannot be changed. */
bool breakpoint_put(void *at, enum breakpoint_use);
void breakpoint_drop(void *at, enum breakpoint_use);
/* The uses that there are at a place, as bits. */
unsigned breakpoint_uses(const void *at);
/* The first byte of the instruction itself. */
unsigned char breakpoint_byte(const void *at);
/*
 * Somebody is about to read code as data, and finds it as it was written: breakpoints there, and between what was read so before, stay out until the
 * test is over. False: there are none.
 */
bool breakpoints_read(const void *at, size_t size);
/*
 * The same where nobody saw that, and copied breakpoints: what belongs there instead of the one at this place of the copy, in memory between `from`
 * and `to`. False: that is not for sure, or it is none of them.
 */
bool breakpoint_copied(const unsigned char *at, const unsigned char *from, const unsigned char *to, unsigned char *was);
/* Takes all of them out for a while, or puts them back. */
void breakpoints_hide(bool);
bool breakpoints_hidden(void);
/* A new test: nobody stands at one or steps any more. */
void breakpoints_begin(void);

/* A trap: at one of the breakpoints, after a step, or none of ours. */
enum trap { TRAP_AT, TRAP_STEPPED, TRAP_FOREIGN };
enum trap breakpoint_trap(const siginfo_t *, ucontext_t *);

/* How a task goes on from where it stands: one instruction, then `after` is called, unless it is NULL. */
void breakpoint_step(ucontext_t *, void (*after)(ucontext_t *));
/* ... or without a step: this one stays out until a call is to go on so from another one, whatever is stepped over meanwhile. */
void breakpoint_lift(ucontext_t *);
/* It is back. */
void breakpoint_unlift(void);
bool breakpoint_is_lifted(const void *at);
/*
 * ... or at once: carries out the instruction, which has this length and knows nothing of the stack, and stands behind it then. False: it has to be
 * stepped.
 */
bool breakpoint_execute(ucontext_t *, size_t length);
bool breakpoint_steps(void);
/* The instruction that is stepped through has been carried out, and whoever wanted to know is not told. */
void breakpoint_end_step(ucontext_t *);
/* Puts into the context where in the implementation it is: at this place, or where the copy that is being executed belongs, if any. */
void breakpoint_locate(ucontext_t *, const void *at);

unsigned char *context_place(const ucontext_t *);
void context_go_to(ucontext_t *, const void *place);
unsigned char *context_stack(const ucontext_t *);
unsigned char *context_frame(const ucontext_t *);
/* Where instructions on strings write, and read. */
unsigned char *context_to(const ucontext_t *);
unsigned char *context_from(const ucontext_t *);
/* A register, as instructions number them. */
enum { CONTEXT_REGISTERS = 16 };
uint64_t context_register(const ucontext_t *, unsigned number);

#endif
