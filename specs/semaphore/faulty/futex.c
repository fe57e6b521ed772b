/* Wakes one of those that sleep on the futex, and it may not be the one with the right ticket. */
/* class: progress */
#define _GNU_SOURCE
#include "../semaphore.h"

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
	while (ticket >= (given = atomic_load(&s->given)))
		syscall(SYS_futex, &s->given, FUTEX_WAIT, given, NULL, NULL, 0);
}

void
semaphore_release(semaphore *s)
{
	atomic_fetch_add(&s->given, 1);
	syscall(SYS_futex, &s->given, FUTEX_WAKE, 1, NULL, NULL, 0);
}
