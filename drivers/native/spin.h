/*
 * Calls that spin: they pass no scheduling point, so nobody else would ever run. A timer of processor time suspects that one
 * spins; where it goes round in an endless loop, that is learned, and the test is made again with breakpoints in it, at which the call gives
 * way. So the timer decides nothing. Who computes is left alone, up to a bound. What reads memory time and again until then, and may still
 * end by itself, is taken for a loop that waits.
 */
#ifndef NATIVE_SPIN_H
#define NATIVE_SPIN_H

#include "drivers/native/endless.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * Starts the timer. Either is called on the task in question, and does not return: `found` where it spins, with places in its loop, none if it
 * spins outside the implementation; `computed` where it has computed for longer than it may.
 */
void spin_watch(void (*found)(const uint64_t *offsets, size_t n), void (*computed)(void *context));
/* So long, in nanoseconds of processor time, calls may compute without a point. */
void spin_allow(uint64_t compute);
/* Puts breakpoints at these places in the implementation, and nowhere else. */
void spin_places(const uint64_t *offsets, size_t n);
/* A call stands at a breakpoint: it gives way to others, if it is one of these. */
void spin_reach(void *at);
/* The call stands at a breakpoint: it goes on, if it is followed and has come back from the host. */
bool spin_follow(ucontext_t *);
/* Lets it go on without a step. False: that would not do here. */
bool spin_lift(ucontext_t *);
/* Lets whoever runs next spin without a break, and calls over() when its loop is known to be endless, or with NULL after some time; false ends that. */
void spin_alone(bool alone, void (*over)(const struct endless_round *));

#endif
