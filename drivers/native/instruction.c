#include "drivers/native/instruction.h"

#include <stdint.h>
#include <string.h>

enum { STACK_POINTER = 4, FRAME_POINTER = 5 };

/* What has been read of an instruction. */
struct reading {
	const unsigned char *next;
	bool extended; /* the base register is one of the upper eight */
	unsigned upper; /* a bit each for base and index: they are */
	bool own_segment;
};

/* --- sets of opcodes: a bit each, the lowest first --- */

static bool
in_set(const uint16_t set[16], unsigned char opcode)
{
	return set[opcode >> 4] >> (opcode & 15) & 1;
}

/* Opcodes of one byte with an operand that may be in memory. */
static const uint16_t with_operand[16] = {
	[0x0] = 0x0f0f, [0x1] = 0x0f0f, [0x2] = 0x0f0f, [0x3] = 0x0f0f, [0x6] = 0x0a08, [0x8] = 0xdffb, [0xc] = 0x00c3, [0xd] = 0xff0f, [0xf] = 0xc0c0,
};
/* ... and those that go through memory without naming it. */
static const uint16_t through_memory[16] = {[0x6] = 0xf000, [0xa] = 0xfcff, [0xd] = 0x0080};
/* Opcodes after 0f without an operand in memory, hints and prefetches among them. */
static const uint16_t without_operand[16] = {[0x0] = 0x6be0, [0x1] = 0xff00, [0x3] = 0x00ff, [0x7] = 0x0080, [0x8] = 0xffff, [0xa] = 0x0707, [0xc] = 0xff00};

/* --- parts --- */

static int32_t
distance(const unsigned char *at)
{
	int32_t d;
	memcpy(&d, at, sizeof d);
	return d;
}

/* Takes note of what the byte behind the opcode says. */
static void
read_operand(struct instruction *i, const struct reading *r)
{
	unsigned mode = r->next[0] >> 6, base = r->next[0] & 7u;
	if (mode == 3 || r->own_segment)
		return;
	bool scaled = base == 4;
	if (scaled)
		base = r->next[1] & 7u;
	i->operand = r->next;
	i->upper = r->upper;
	i->by_stack = scaled && base == STACK_POINTER && !r->extended;
	if (i->by_stack)
		return;
	i->memory = true;
	i->relative = base == FRAME_POINTER && mode == 0 && !scaled ? r->next + 1 : NULL;
	i->by_frame = base == FRAME_POINTER && mode != 0 && !r->extended;
}

static void
read_branch(struct instruction *i, const unsigned char *taken, const unsigned char *other)
{
	i->flow = FLOW_BRANCH;
	i->taken = taken;
	i->other = other;
}

/* ff: increments, calls, jumps, pushes. A jump through a fixed slot always goes the same way. */
static void
read_group(struct instruction *i, const struct reading *r)
{
	unsigned which = r->next[0] >> 3 & 7u;
	if (which < 2 || which == 6) {
		read_operand(i, r);
		return;
	}
	i->varies = (r->next[0] & 0xc7) != 0x05;
	i->flow = which < 4 ? FLOW_CALL : FLOW_ON;
}

static void
read_two_bytes(struct instruction *i, struct reading *r)
{
	unsigned char opcode = *r->next++;
	if (opcode >> 4 == 8)
		read_branch(i, r->next + 4 + distance(r->next), r->next + 4);
	else if (opcode == 0x38 || opcode == 0x3a) {
		r->next++;
		read_operand(i, r);
	} else if (opcode != 0x0d && !in_set(without_operand, opcode))
		read_operand(i, r);
}

/* Vector instructions: which prefix, and so where the operand stands. */
static void
read_vector(struct instruction *i, struct reading *r, unsigned char prefix)
{
	static const int lengths[] = {2, 1, 3}; /* of c4, c5, 62 */
	r->extended = prefix != 0xc5 && !(r->next[0] & 0x20);
	r->upper = prefix == 0xc5 ? 0 : ~r->next[0] >> 5 & 3;
	r->next += lengths[prefix == 0xc4 ? 0 : prefix == 0xc5 ? 1 : 2] + 1;
	if (r->next[-1] != 0x77)
		read_operand(i, r);
	if (prefix == 0x62)
		i->operand = NULL; /* what is added there may be counted in vectors */
}

static void
read_one_byte(struct instruction *i, struct reading *r, unsigned char opcode)
{
	if (opcode >> 4 == 7 || (opcode >= 0xe0 && opcode <= 0xe3))
		read_branch(i, r->next + 1 + (signed char)r->next[0], r->next + 1);
	else if (opcode == 0xe8)
		i->flow = FLOW_CALL;
	else if (opcode == 0x8d)
		i->points = (r->next[0] & 0xc7) == 0x05 ? r->next + 5 + distance(r->next + 1) : NULL;
	else if (opcode == 0xff)
		read_group(i, r);
	else if (opcode == 0xc4 || opcode == 0xc5 || opcode == 0x62)
		read_vector(i, r, opcode);
	else if (in_set(with_operand, opcode))
		read_operand(i, r);
	else
		i->memory = in_set(through_memory, opcode);
	i->pushes_flags = opcode == 0x9c;
	i->fills = opcode == 0xaa || opcode == 0xab;
	i->copies = opcode == 0xa4 || opcode == 0xa5;
}

struct instruction
instruction_at(const unsigned char *at, unsigned char first)
{
	struct instruction i = {.flow = FLOW_ON};
	struct reading r = {.next = at + 1};
	unsigned char byte = first;
	static const unsigned char prefixes[] = {0x66, 0x67, 0xf2, 0xf3, 0xf0, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65};
	for (; memchr(prefixes, byte, sizeof prefixes); byte = *r.next++)
		r.own_segment = r.own_segment || byte == 0x64 || byte == 0x65;
	if (byte >> 4 == 4) {
		r.extended = byte & 1;
		r.upper = byte & 3;
		byte = *r.next++;
	}
	if (byte == 0x0f)
		read_two_bytes(&i, &r);
	else
		read_one_byte(&i, &r, byte);
	return i;
}

struct opcode
opcode_at(const unsigned char *at, unsigned char first)
{
	struct opcode o = {0};
	unsigned char byte = first;
	for (at++; byte == 0xf0 || byte == 0x66 || byte == 0xf2 || byte == 0xf3 || (byte & 0xfe) == 0x64; byte = *at++) {
		o.locked = o.locked || byte == 0xf0;
		o.short_operand = o.short_operand || byte == 0x66;
		o.own_segment = o.own_segment || (byte & 0xfe) == 0x64;
	}
	if (byte >> 4 == 4) {
		o.wide = byte & 8;
		o.upper = byte & 4 ? 8 : 0;
		byte = *at++;
	}
	o.first = byte;
	o.second = *at;
	return o;
}
