/* What an instruction of x86-64 does, as far as it matters where others may come in between. */
#ifndef NATIVE_INSTRUCTION_H
#define NATIVE_INSTRUCTION_H

#include <stdbool.h>

/* How it goes on: with the next one; there, or with the next one; calls; jumps or calls to where only the moment tells. */
enum flow { FLOW_ON, FLOW_BRANCH, FLOW_CALL };

struct instruction {
	enum flow flow;
	bool varies; /* it may go somewhere else each time */
	const unsigned char *taken, *other; /* both ways of a branch */
	bool memory; /* it may read or write memory, by another way than the stack pointer or the thread's own segment */
	const unsigned char *relative; /* how far from here, where it says so in four bytes; or NULL */
	const unsigned char *points; /* an address that it computes from its own, for somebody to call, perhaps; or NULL */
	bool by_frame; /* only by the register that may point into the frame */
	bool by_stack; /* it may read or write memory by the stack pointer */
	const unsigned char *operand; /* what names the memory, NULL: nothing does that is understood here; and the upper bits of its registers */
	unsigned upper;
	bool fills, copies; /* as a string: only to where one register points, and from where another does */
	bool pushes_flags;
};

/* Decodes it; its first byte may be another one than stands there. What is not known may access memory. */
struct instruction instruction_at(const unsigned char *at, unsigned char first);

/* The two bytes in which it says what it does, and what stands before them. */
struct opcode {
	unsigned char first, second; /* `second` may be its operand */
	bool locked, wide, short_operand, own_segment;
	unsigned upper; /* 8: its other register is one of the upper eight */
};
struct opcode opcode_at(const unsigned char *at, unsigned char first);

#endif
