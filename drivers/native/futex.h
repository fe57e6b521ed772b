/* Futexes: words on which threads wait until another wakes them. */
#ifndef NATIVE_FUTEX_H
#define NATIVE_FUTEX_H

#include <stdbool.h>
#include <stdint.h>

/* The arguments of the system call. */
struct futex_call {
	uint32_t *word;
	int op;
	uint32_t value;
	long time_or_value;
	uint32_t *other;
	uint32_t value3;
};

/* Is the operation one of those that futex() does? */
bool futex_known(int op);
/* Does it in virtual time, for a task; answers as syscall() does. */
long futex(const struct futex_call *, const void *place);

#endif
