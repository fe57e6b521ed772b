/*
 * Signals that the implementation sends itself, handles and waits for. None of them reaches the system: who blocks what, what is
 * pending and what is done about it is kept here, and a handler runs on the task that takes the signal, at its next point.
 * Faults are not among them: they end the test, and nothing is known of it where there is a handler.
 */
#ifndef NATIVE_SIGNALS_H
#define NATIVE_SIGNALS_H

#include "drivers/native/schedule.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The implementation is loaded: what it did about signals so far holds for each test. */
void signals_remember(void);
/* The test is over. */
void signals_reset(void);
/* A new thread blocks what its maker blocks. */
void signals_inherit(const struct task *);
/* The task is a thread that has ended. */
void signals_end(const struct task *);

/* Sends a signal to the whole process, from a thread or from outside; to one task. Nonzero: why not. */
int signals_send(int number, siginfo_t, bool from_thread, const void *place);
int signals_send_to(struct task *, int number, siginfo_t, const void *place);
/* The task with this number among the threads of the system, or NULL. */
struct task *signals_task(pid_t number);

enum woken { WOKEN, TIMED_OUT, INTERRUPTED };

/*
 * As schedule_block, but a handler that runs meanwhile ends the wait; one that asks to let what it interrupts go on does so
 * only if `restarts` is false. Where there is a handler, the wait may end so at once though none runs: that is rare.
 */
enum woken signals_block(enum wait, const void *object, uint64_t tag, uint64_t deadline, bool restarts);

/* Sets of signals as bits, the lowest for the first. */
uint64_t signals_bits(const sigset_t *);
void signals_set(sigset_t *, uint64_t bits);

/* What the caller blocks; what is pending for it. */
uint64_t signals_blocked(void);
uint64_t signals_pending(void);
uint64_t signals_pending_for(const struct task *);
/* Takes one of these that is pending for the caller. False: none is. */
bool signals_take(uint64_t bits, siginfo_t *);
/* The caller blocks these from now on; what it no longer blocks happens at once. */
void signals_block_only(uint64_t bits);
/* Waits until one of these is sent, and takes it. */
enum woken signals_wait(uint64_t bits, uint64_t deadline, siginfo_t *);
/* Blocks these, and waits until a handler has run. */
void signals_await_handler(uint64_t blocked);
/* As sigaction(), but the error is what it returns. */
int signals_action(int number, const struct sigaction *, struct sigaction *old);
/* As sigaltstack(), but the error is what it returns. A new thread has no such stack. */
int signals_stack(const stack_t *, stack_t *old);
/* Is there a function for it? */
bool signals_handled(int number);

#endif
