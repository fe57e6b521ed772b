/* A lock whose decisive instructions are `take`, an atomic exchange: it returns what was there. They are code, and read as data. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct lock {
	volatile int held;
} lock;

typedef int taking(int one, volatile int *held);

taking take;
extern const char take_end[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text\n.globl take, take_end\n.hidden take, take_end\n.type take, @function\n"
	"take: mov %edi, %eax\nxchg %eax, (%rsi)\nret\ntake_end: nop\n.popsection");

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

/* New memory that can be written. */
static inline unsigned char *
room(void)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		abort();
	return at;
}

/* It can be called from now on. */
static inline void *
code_of(unsigned char *at)
{
	mprotect(at, 4096, PROT_READ | PROT_EXEC);
	return at;
}
