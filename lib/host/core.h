/*
 * Which processor we and the hosts run on. A host that is asked and then waited for answers soonest on our own: waking another
 * processor takes longer than what it is woken for.
 */
#ifndef HOST_CORE_H
#define HOST_CORE_H

/* Keeps us, and the children to come, on the processor where we are. */
void core_stay(void);
/* In a child: it may run on all that we were given. */
void core_leave(void);

#endif
