#include "drivers/native/margins.h"

#include "drivers/native/gate.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

enum {
	SHIFT = 3, /* a byte for so many, as a power of two */
	EIGHT = 1 << SHIFT,
	PART = 1 << 24, /* so many of the bytes are there at once, or none of them */
	PARTS = VARIANT_MARGINS / PART,
	/* functions set bytes for what lies no farther from where they are on their stack */
	FAR = 1 << 26,
	/* of an access that is longer, whoever makes it comes to no end */
	LONGEST = 1 << 30,
};

bool margins_used;
static unsigned char there[PARTS];

/* --- the bytes --- */

static uintptr_t
byte_for(uintptr_t at)
{
	return VARIANT_MARGINS + (at >> SHIFT);
}

static bool
is_there(uintptr_t byte)
{
	return margins_are(byte) && there[(byte - VARIANT_MARGINS) / PART];
}

/* Another thread may have been faster, where calls run freely. */
static bool
make(uintptr_t byte)
{
	uintptr_t part = (byte - VARIANT_MARGINS) / PART;
	enum { FLAGS = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE };
	long made = gate_call(SYS_mmap, (long)(VARIANT_MARGINS + part * PART), PART, PROT_READ | PROT_WRITE, FLAGS, -1, 0);
	margins_used = true;
	there[part] = made >= 0 || made == -EEXIST;
	return there[part];
}

void
margins_set(uintptr_t byte, unsigned char to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_there(byte + i) || (margins_are(byte + i) && make(byte + i)))
			*(unsigned char *)(byte + i) = to;
}

void
margins_make(uintptr_t at, size_t size, unsigned char kind)
{
	margins_set(byte_for(at), kind, size / EIGHT);
}

void
margins_allow(uintptr_t at, size_t size)
{
	margins_set(byte_for(at), 0, size / EIGHT);
	if (size % EIGHT)
		margins_set(byte_for(at + size), size % EIGHT, 1);
}

static unsigned char
byte_of(uintptr_t at)
{
	return is_there(byte_for(at)) ? *(const unsigned char *)byte_for(at) : 0;
}

/* Where only some of eight bytes may be accessed the margin goes on behind them. */
unsigned char
margins_kind(uintptr_t at)
{
	unsigned char byte = byte_of(at);
	return byte > 0 && byte < EIGHT ? byte_of(at + EIGHT) : byte;
}

uintptr_t
margins_find(const void *at, size_t size)
{
	uintptr_t from = (uintptr_t)at, to = from + (size < LONGEST ? size : LONGEST), next;
	for (uintptr_t p = from; p < to; p = next) {
		next = (p | (EIGHT - 1)) + 1;
		unsigned char open = byte_of(p);
		if (open == 0)
			continue;
		uintptr_t closed = open < EIGHT ? (p & ~(uintptr_t)(EIGHT - 1)) + open : p;
		closed = closed < p ? p : closed;
		if (closed < next && closed < to)
			return closed;
	}
	return 0;
}

bool
margins_fault(const siginfo_t *info, const void *context)
{
#if defined __x86_64__
	uintptr_t byte = (uintptr_t)info->si_addr, stack = (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
	uintptr_t at = (byte - VARIANT_MARGINS) << SHIFT;
	return margins_are(byte) && !is_there(byte) && at + FAR - stack < 2 * (uintptr_t)FAR && make(byte);
#else
	(void)info;
	(void)context;
	return false;
#endif
}
