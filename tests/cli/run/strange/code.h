/* A lock whose decisive instructions are `take`, which tests and then sets: what others do in between is lost. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct lock {
	volatile int held;
} lock;

typedef int taking(lock *);

taking take;
extern const char take_end[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text\n.globl take, take_end\n.hidden take, take_end\n.type take, @function\n"
	"take: cmpl $0, (%rdi)\njne 1f\nmovl $1, (%rdi)\nmov $1, %eax\nret\n1: xor %eax, %eax\nret\ntake_end: nop\n.popsection");

#define TAKE_SIZE ((size_t)(take_end - (const char *)take))

static int try_to(lock *);

lock *
lock_new(void)
{
	return calloc(1, sizeof(lock));
}

void
lock_free(lock *l)
{
	free(l);
}

void
lock_lock(lock *l)
{
	while (!try_to(l))
		sched_yield();
}

void
lock_unlock(lock *l)
{
	__atomic_store_n(&l->held, 0, __ATOMIC_SEQ_CST);
}

/* A copy of it in memory that is protected so, and can then be called. */
static inline taking *
copy_to(void *at, int protection)
{
	uintptr_t page = (uintptr_t)at & ~(uintptr_t)4095;
	memcpy(at, (const void *)take, TAKE_SIZE);
	mprotect((void *)page, 8192, protection);
	return (taking *)at;
}
