/* Locks of streams. */
#ifndef NATIVE_STREAM_H
#define NATIVE_STREAM_H

/* The test is over: all are free. */
void streams_reset(void);

#endif
