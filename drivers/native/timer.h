/* Timers. */
#ifndef NATIVE_TIMER_H
#define NATIVE_TIMER_H

/* None is there, nor set. */
void timers_reset(void);

#endif
