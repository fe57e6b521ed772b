/* Timers. */
#ifndef NATIVE_TIMER_H
#define NATIVE_TIMER_H

/* None is there, nor set. */
void timers_reset(void);
/* The descriptor was closed: if it was that of a timer, the timer is gone. */
void timers_closed(int fd);

#endif
