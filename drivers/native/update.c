#include "drivers/native/update.h"

#include "drivers/native/breakpoint.h"
#include "drivers/native/length.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined __x86_64__

enum { WIDE = 8, INDEX = 2, BASE = 1, NO_INDEX = 4, FAR = 5 };

/* What has been read of an instruction. */
struct reading {
	const unsigned char *next;
	unsigned rex;
	bool short_operand, excluded;
};

static bool
read_prefix(struct reading *r, unsigned char byte)
{
	switch (byte) {
	case 0x66:
		r->short_operand = true;
		return true;
	case 0xf0: /* atomic */
	case 0x64: /* the thread's own */
	case 0x65:
	case 0x67: /* addresses of 32 bits */
		r->excluded = true;
		return true;
	case 0xf2:
	case 0xf3:
	case 0x2e:
	case 0x36:
	case 0x3e:
	case 0x26:
		return true;
	}
	return false;
}

/* Does it read and write its operand? And how many bytes of a constant follow? */
static bool
updates(unsigned char opcode, unsigned which, bool short_operand, size_t *constant)
{
	*constant = 0;
	if (opcode < 0x34)
		return (opcode & 7) < 2;
	switch (opcode) {
	case 0x80:
	case 0x83:
		*constant = 1;
		return which != 7;
	case 0x81:
		*constant = short_operand ? 2 : 4;
		return which != 7;
	case 0xc0:
	case 0xc1:
		*constant = 1;
		return true;
	case 0xf6:
	case 0xf7:
		return which == 2 || which == 3;
	case 0xfe:
	case 0xff:
		return which < 2;
	}
	return opcode >= 0xd0 && opcode <= 0xd3;
}

static uintptr_t
read_far(struct reading *r)
{
	int32_t d;
	memcpy(&d, r->next, sizeof d);
	r->next += sizeof d;
	return (uintptr_t)(intptr_t)d;
}

static uintptr_t
read_index(struct reading *r, const ucontext_t *c, unsigned mode)
{
	unsigned scaled = *r->next++, base = (scaled & 7) | (r->rex & BASE ? 8 : 0), index = (scaled >> 3 & 7) | (r->rex & INDEX ? 8 : 0);
	uintptr_t address = index == NO_INDEX ? 0 : context_register(c, index) << (scaled >> 6);
	return address + ((base & 7) == FAR && mode == 0 ? read_far(r) : context_register(c, base));
}

/* The address that the operand names; `constant` bytes follow it. */
static uintptr_t
read_address(struct reading *r, const ucontext_t *c, size_t constant)
{
	unsigned operand = *r->next++, mode = operand >> 6, base = (operand & 7) | (r->rex & BASE ? 8 : 0);
	uintptr_t address;
	if ((base & 7) == FAR && mode == 0) {
		uintptr_t distance = read_far(r);
		return (uintptr_t)r->next + constant + distance;
	}
	address = (base & 7) == 4 ? read_index(r, c, mode) : context_register(c, base);
	if (mode == 1)
		address += (uintptr_t)(intptr_t)(signed char)*r->next++;
	else if (mode == 2)
		address += read_far(r);
	return address;
}

void *
update_target(const unsigned char *at, unsigned char first, const ucontext_t *c, size_t *size)
{
	struct reading r = {.next = at + 1};
	unsigned char byte = first;
	size_t constant;
	while (read_prefix(&r, byte))
		byte = *r.next++;
	if (byte >> 4 == 4) {
		r.rex = byte;
		byte = *r.next++;
	}
	if (r.excluded || !updates(byte, *r.next >> 3 & 7, r.short_operand, &constant) || *r.next >> 6 == 3)
		return NULL;
	*size = !(byte & 1) ? 1 : r.rex & WIDE ? 8 : r.short_operand ? 2 : 4;
	return (void *)read_address(&r, c, constant);
}

uintptr_t
operand_address(const unsigned char *operand, unsigned upper, const ucontext_t *c)
{
	struct reading r = {.next = operand, .rex = upper};
	return read_address(&r, c, 0);
}

uintptr_t
instruction_target(const struct instruction *i, const unsigned char *at, const ucontext_t *c)
{
	int32_t distance;
	if (!i->relative)
		return operand_address(i->operand, i->upper, c);
	memcpy(&distance, i->relative, sizeof distance);
	return (uintptr_t)at + instruction_length(at, breakpoint_byte(at)) + (uintptr_t)(intptr_t)distance;
}

#else

uintptr_t
instruction_target(const struct instruction *i, const unsigned char *at, const ucontext_t *c)
{
	(void)i;
	(void)c;
	return (uintptr_t)at;
}

uintptr_t
operand_address(const unsigned char *operand, unsigned upper, const ucontext_t *c)
{
	(void)upper;
	(void)c;
	return (uintptr_t)operand;
}

void *
update_target(const unsigned char *at, unsigned char first, const ucontext_t *c, size_t *size)
{
	(void)at;
	(void)first;
	(void)c;
	(void)size;
	return NULL;
}

#endif
