/*
 * Which processors we and the hosts run on. A host that is asked and then waited for answers soonest if it has a processor of its
 * own and neither side sleeps; where others want the processors too, if it has ours: waking another one takes longer than what
 * it is woken for.
 */
#ifndef HOST_CORE_H
#define HOST_CORE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * We are the nth of so many that do alike: of the processors that we were given the nth is to be chosen, counted around, and the
 * others are left to the others where there are as many.
 */
void core_prefer(size_t nth, size_t of);
/* Chooses that one, or where nobody said which the one where we are, for us and the hosts that are waited for. */
void core_stay(void);
/* Leaves it to the hosts. False: there is no other one for us, or none was chosen. */
bool core_part(void);
/* Comes back to it. */
void core_join(void);
/* In a child: it may run on all that we were given. */
void core_leave(void);

#endif
