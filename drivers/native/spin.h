/*
 * Calls that spin: they pass no scheduling point, so nobody else would ever run. A timer of processor time finds that one
 * spins, and the loop is learned; the test is then made again with breakpoints in it, at which the call gives way. So the timer
 * decides nothing.
 */
#ifndef NATIVE_SPIN_H
#define NATIVE_SPIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * Starts the timer. `found` is called on the task that spins, with places in its loop, and does not return; none if it spins
 * outside the implementation.
 */
void spin_watch(void (*found)(const uint64_t *offsets, size_t n));
/* Puts breakpoints at these places in the implementation, and nowhere else. */
void spin_places(const uint64_t *offsets, size_t n);
/* A call stands at a breakpoint: it gives way to others, if it is one of these. */
void spin_reach(void *at);
/* Lets it go on without a step. False: that would not do here. */
bool spin_lift(ucontext_t *);
/* The call stands at a breakpoint: it goes on, if its loop is being learned. */
bool spin_follow(ucontext_t *);
/* Lets whoever runs next spin without a break, and calls over() when it has spent enough time so; false ends that. */
void spin_alone(bool alone, void (*over)(void));

#endif
