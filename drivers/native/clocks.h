/*
 * What happens before what: for each actor, and for each object that orders them, how much of what each actor did is known to be
 * over. An actor is known by the slot that it has, the number of its task; who gets the slot next comes after it.
 */
#ifndef NATIVE_CLOCKS_H
#define NATIVE_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

/* The object that orders calls by the phases in which they are made. */
enum { CLOCKS_OF_PHASES = 1 };

void clocks_reset(void);
/* A new object; 0: there is no room. */
uint32_t clocks_object(void);
/* The actor's time; what it does from now on is later. */
uint32_t clocks_now(int actor);
void clocks_tick(int actor);
/* Is what `other` did at that time over, as far as the actor is concerned? */
bool clocks_over(int actor, int other, uint32_t time);
/* Whatever the actor knows to be over, itself included, the object knows too. False: there is no room for it. */
bool clocks_give(int actor, uint32_t object);
/* The other way round. */
void clocks_take(int actor, uint32_t object);
/* The same between two actors. */
void clocks_tell(int actor, int to);

#endif
