/* What an instruction of x86-64 makes of what: which registers and which memory it goes by, and which it changes. */
#ifndef NATIVE_DATAFLOW_H
#define NATIVE_DATAFLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Beside a bit for each register: the flag for carries, the others, and all vector registers at once. */
enum { FLOWS_CARRY = 1 << 16, FLOWS_STATUS = 1 << 17, FLOWS_VECTORS = 1 << 18 };

/* Of no bytes: there is none. */
struct flow_memory {
	uintptr_t at;
	size_t size;
};

struct dataflow {
	bool known; /* else it may do anything */
	uint32_t uses, sets; /* what it sets depends on what it uses, and on what it loads */
	uint32_t names; /* registers by which it names memory */
	uint32_t decides; /* where it goes on depends on these... */
	bool decides_by_load; /* ... and on what it loads */
	bool shares; /* only who shares memory with others has a use for it: it is atomic, or a pause; also where it is not known */
	bool wide_vectors; /* it may use more of vector registers than the kernel shows */
	struct flow_memory loads, stores;
};

/* The one that is about to be carried out in this context; its first byte may be another one than stands there. */
struct dataflow dataflow_at(const ucontext_t *, unsigned char first);

#endif
