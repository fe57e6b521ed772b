/* System calls of the host about memory, which are not stopped as those of others are: they are made from one place. */
#ifndef NATIVE_GATE_H
#define NATIVE_GATE_H

/* Answers as the kernel does. */
long gate_call(long number, long a, long b, long c, long d, long e, long f);
/* Where the kernel sees such a call made: behind the instruction. */
extern const char gate_end[] __attribute__((visibility("hidden")));

#endif
