/* Streams of the C library: operations on them, their locks, and what a test leaves of them. */
#ifndef NATIVE_STREAM_H
#define NATIVE_STREAM_H

/* Finds the C library's own operations. */
void streams_find(void);

/* The test is over: no lock is held. */
void streams_reset(void);

/* The implementation is loaded: the standard streams are like this in each test. */
void streams_remember(void);
/* The test is over: closes what it opened, and puts the standard streams back. Comes before anything that they need is gone. */
void streams_close(void);

#endif
