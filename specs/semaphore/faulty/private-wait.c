/* Waits for a futex of this process only, but wakes one that processes share: to the kernel these are two. */
/* class: progress */
#define _GNU_SOURCE
#include "../semaphore.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct semaphore {
	atomic_uint drawn, given;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	atomic_init(&s->drawn, 0);
	atomic_init(&s->given, permits);
	return s;
}

void
semaphore_free(semaphore *s)
{
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	unsigned ticket = atomic_fetch_add(&s->drawn, 1), given;
	while ((int)((given = atomic_load(&s->given)) - ticket) <= 0)
		syscall(SYS_futex, &s->given, FUTEX_WAIT_PRIVATE, given, NULL, NULL, 0);
}

void
semaphore_release(semaphore *s)
{
	atomic_fetch_add(&s->given, 1);
	syscall(SYS_futex, &s->given, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
