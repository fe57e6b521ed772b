#include "drivers/native/length.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* --- sets of opcodes: a bit each, the lowest first --- */

static bool
in_set(const uint16_t set[16], unsigned char opcode)
{
	return set[opcode >> 4] >> (opcode & 15) & 1;
}

/* Opcodes of one byte that name an operand in a byte of its own; and those that end with a constant, of one byte or of a whole word. */
static const uint16_t with_operand[16] = {
	[0x0] = 0x0f0f, [0x1] = 0x0f0f, [0x2] = 0x0f0f, [0x3] = 0x0f0f, [0x6] = 0x0a08, [0x8] = 0xfffb, [0xc] = 0x00c3, [0xd] = 0xff0f, [0xf] = 0xc0c0,
};
static const uint16_t with_byte[16] = {
	[0x0] = 0x1010, [0x1] = 0x1010, [0x2] = 0x1010, [0x3] = 0x1010, [0x6] = 0x0c00, [0x7] = 0xffff, [0x8] = 0x0009, [0xa] = 0x0100, [0xb] = 0x00ff, [0xc] = 0x2043,
	[0xe] = 0x08ff,
};
static const uint16_t with_word[16] = {
	[0x0] = 0x2020, [0x1] = 0x2020, [0x2] = 0x2020, [0x3] = 0x2020, [0x6] = 0x0300, [0x8] = 0x0002, [0xa] = 0x0200, [0xb] = 0xff00, [0xc] = 0x0080, [0xe] = 0x0300,
};
/* The same of those after 0f: without an operand; with a constant of one byte. */
static const uint16_t two_without_operand[16] = {[0x0] = 0x4be0, [0x3] = 0x00ff, [0x7] = 0x0080, [0x8] = 0xffff, [0xa] = 0x0707, [0xc] = 0xff00};
static const uint16_t two_with_byte[16] = {[0x7] = 0x000f, [0xa] = 0x1010, [0xb] = 0x0400, [0xc] = 0x0074};

/* --- parts --- */

struct reading {
	const unsigned char *next;
	bool wide, short_operand;
};

static void
read_operand(struct reading *r)
{
	unsigned mode = r->next[0] >> 6, base = r->next[0] & 7u;
	bool scaled = mode != 3 && base == 4;
	r->next++;
	if (scaled)
		base = *r->next++ & 7u;
	if (mode == 1)
		r->next += 1;
	else if (mode == 2 || (mode == 0 && base == 5))
		r->next += 4;
}

static void
read_two_bytes(struct reading *r)
{
	unsigned char opcode = *r->next++;
	bool far = opcode == 0x38 || opcode == 0x3a;
	if (far)
		r->next++;
	if (far || !in_set(two_without_operand, opcode))
		read_operand(r);
	if (opcode >> 4 == 8)
		r->next += 4;
	else if (opcode == 0x3a || in_set(two_with_byte, opcode))
		r->next++;
}

/* Vector instructions, whose prefix says among which opcodes theirs is. */
static void
read_vector(struct reading *r, unsigned char prefix)
{
	unsigned among = prefix == 0xc5 ? 1 : r->next[0] & 7u;
	r->next += prefix == 0xc5 ? 1 : prefix == 0xc4 ? 2 : 3;
	unsigned char opcode = *r->next++;
	if (opcode != 0x77)
		read_operand(r);
	r->next += among == 3 || (among == 1 && in_set(two_with_byte, opcode));
}

/* f6 and f7 have a constant where they test. */
static bool
tests(unsigned char opcode, const unsigned char *operand)
{
	return (opcode & 0xfe) == 0xf6 && (*operand >> 3 & 7u) < 2;
}

static size_t
word_of(const struct reading *r, unsigned char opcode)
{
	bool jumps = opcode == 0xe8 || opcode == 0xe9;
	if (opcode >> 3 == 0xb8 >> 3 && r->wide)
		return 8;
	return r->short_operand && !jumps ? 2 : 4;
}

static void
read_one_byte(struct reading *r, unsigned char opcode)
{
	bool byte = in_set(with_byte, opcode), word = in_set(with_word, opcode);
	if (in_set(with_operand, opcode)) {
		byte = byte || (opcode == 0xf6 && tests(opcode, r->next));
		word = word || (opcode == 0xf7 && tests(opcode, r->next));
		read_operand(r);
	} else if (opcode == 0xfe || opcode == 0xff) {
		read_operand(r);
	}
	if (byte)
		r->next++;
	else if (word)
		r->next += word_of(r, opcode);
	else if (opcode == 0xc2 || opcode == 0xca)
		r->next += 2;
	else if (opcode == 0xc8)
		r->next += 3;
	else if (opcode >= 0xa0 && opcode <= 0xa3)
		r->next += 8;
}

size_t
instruction_length(const unsigned char *at, unsigned char first)
{
	static const unsigned char prefixes[] = {0x66, 0x67, 0xf2, 0xf3, 0xf0, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65};
	struct reading r = {.next = at + 1};
	unsigned char byte = first;
	for (; memchr(prefixes, byte, sizeof prefixes) && r.next - at < 15; byte = *r.next++)
		r.short_operand = r.short_operand || byte == 0x66;
	if (byte >> 4 == 4) {
		r.wide = byte & 8;
		byte = *r.next++;
	}
	if (byte == 0x0f)
		read_two_bytes(&r);
	else if (byte == 0xc4 || byte == 0xc5 || byte == 0x62)
		read_vector(&r, byte);
	else
		read_one_byte(&r, byte);
	return (size_t)(r.next - at);
}
