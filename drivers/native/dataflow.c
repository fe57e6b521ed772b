#include "drivers/native/dataflow.h"

#include "drivers/native/breakpoint.h"
#include "drivers/native/length.h"
#include "drivers/native/update.h"

#include <string.h>

#if defined __x86_64__

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI };
enum { BOTH_FLAGS = FLOWS_CARRY | FLOWS_STATUS, NO_INDEX = 4, FAR = 5, VECTOR = 16, WIDE_VECTOR = 32 };

/* What an opcode says: what it does to the operand that may be in memory, to its other register, and to what it does not name. */
enum form {
	KNOWN = 1,
	READS = 1 << 1,
	WRITES = 1 << 2,
	READS_OTHER = 1 << 3,
	WRITES_OTHER = 1 << 4,
	FLAGS = 1 << 5, /* sets all that count */
	STATUS = 1 << 6, /* ... all but the carry */
	WITH_CARRY = 1 << 7,
	CONDITION = 1 << 8, /* goes by a condition, of which the opcode says the number */
	READS_A = 1 << 9,
	WRITES_A = 1 << 10,
	READS_C = 1 << 11,
	READS_D = 1 << 12,
	WRITES_D = 1 << 13,
	BYTES = 1 << 14, /* where the opcode is even: bytes */
	VECTOR_OPERAND = 1 << 15,
	VECTOR_OTHER = 1 << 16,
	GROUP = 1 << 17, /* the operand says which of several it is */
	CLEARS = 1 << 18, /* what it makes of a register and itself is always the same */
	PUSHES = 1 << 19,
	POPS = 1 << 20,
	DECIDES = 1 << 21,
	IN_OPCODE = 1 << 22, /* a register that the opcode names */
	NO_MEMORY = 1 << 23, /* it only computes an address */
	FILLS = 1 << 24,
	COPIES = 1 << 25,
	LEAVES = 1 << 26,
};
enum {
	OPERANDS = READS | WRITES | READS_OTHER | WRITES_OTHER | GROUP,
	TO_MEMORY = KNOWN | READS | WRITES | READS_OTHER | FLAGS | BYTES, /* what arithmetic does */
	FROM_MEMORY = KNOWN | READS | READS_OTHER | WRITES_OTHER | FLAGS | BYTES,
	TO_A = KNOWN | READS_A | WRITES_A | FLAGS,
	VECTORS = KNOWN | READS | WRITES_OTHER | VECTOR_OPERAND | VECTOR_OTHER,
	STORES_VECTOR = KNOWN | WRITES | READS_OTHER | VECTOR_OPERAND | VECTOR_OTHER,
	SHIFTS = KNOWN | READS | WRITES | FLAGS | WITH_CARRY | BYTES,
};

#define ARITHMETIC(from, more) \
	[from] = TO_MEMORY | (more), [(from) + 1] = TO_MEMORY | (more), [(from) + 2] = FROM_MEMORY | (more), [(from) + 3] = FROM_MEMORY | (more), \
	[(from) + 4] = TO_A | (more), [(from) + 5] = TO_A | (more)

static const uint32_t one_byte[256] = {
	ARITHMETIC(0x00, 0), ARITHMETIC(0x08, 0), ARITHMETIC(0x10, WITH_CARRY), ARITHMETIC(0x18, WITH_CARRY), ARITHMETIC(0x20, 0), ARITHMETIC(0x28, CLEARS), ARITHMETIC(0x30, CLEARS),
	[0x38 ... 0x39] = KNOWN | READS | READS_OTHER | FLAGS | BYTES, [0x3a ... 0x3b] = KNOWN | READS | READS_OTHER | FLAGS | BYTES, [0x3c ... 0x3d] = KNOWN | READS_A | FLAGS,
	[0x50 ... 0x57] = KNOWN | IN_OPCODE | READS | PUSHES, [0x58 ... 0x5f] = KNOWN | IN_OPCODE | WRITES | POPS,
	[0x63] = KNOWN | READS | WRITES_OTHER, [0x68] = KNOWN | PUSHES, [0x6a] = KNOWN | PUSHES,
	[0x69] = KNOWN | READS | WRITES_OTHER | FLAGS, [0x6b] = KNOWN | READS | WRITES_OTHER | FLAGS,
	[0x70 ... 0x7f] = KNOWN | CONDITION | DECIDES,
	[0x80 ... 0x81] = GROUP | BYTES, [0x83] = GROUP, [0x84 ... 0x85] = KNOWN | READS | READS_OTHER | FLAGS | BYTES,
	[0x86 ... 0x87] = KNOWN | READS | WRITES | READS_OTHER | WRITES_OTHER | BYTES,
	[0x88 ... 0x89] = KNOWN | WRITES | READS_OTHER | BYTES, [0x8a ... 0x8b] = KNOWN | READS | WRITES_OTHER | BYTES, [0x8d] = KNOWN | READS | WRITES_OTHER | NO_MEMORY,
	[0x90] = KNOWN, [0x98] = KNOWN | READS_A | WRITES_A, [0x99] = KNOWN | READS_A | WRITES_D,
	[0xa4 ... 0xa5] = KNOWN | COPIES | BYTES, [0xa8 ... 0xa9] = KNOWN | READS_A | FLAGS, [0xaa ... 0xab] = KNOWN | FILLS | READS_A | BYTES,
	[0xb0 ... 0xb7] = KNOWN | IN_OPCODE | READS | WRITES, [0xb8 ... 0xbf] = KNOWN | IN_OPCODE | WRITES,
	[0xc0 ... 0xc1] = SHIFTS, [0xd0 ... 0xd1] = SHIFTS, [0xd2 ... 0xd3] = SHIFTS | READS_C,
	[0xc2 ... 0xc3] = KNOWN | POPS | DECIDES, [0xc6 ... 0xc7] = KNOWN | WRITES | BYTES, [0xc9] = KNOWN | LEAVES,
	[0xe3] = KNOWN | READS_C | DECIDES, [0xe8] = KNOWN | PUSHES, [0xe9] = KNOWN, [0xeb] = KNOWN,
	[0xf6 ... 0xf7] = GROUP | BYTES, [0xfe ... 0xff] = GROUP | BYTES,
};

static const uint32_t two_bytes[256] = {
	[0x0d] = KNOWN | READS | NO_MEMORY, [0x18 ... 0x1f] = KNOWN | READS | NO_MEMORY,
	[0x10] = VECTORS, [0x11] = STORES_VECTOR, [0x12] = VECTORS, [0x13] = STORES_VECTOR, [0x14 ... 0x16] = VECTORS, [0x17] = STORES_VECTOR, [0x28] = VECTORS, [0x29] = STORES_VECTOR,
	[0x2a] = KNOWN | READS | WRITES_OTHER | VECTOR_OTHER, [0x2b] = STORES_VECTOR, [0x2c ... 0x2d] = KNOWN | READS | WRITES_OTHER | VECTOR_OPERAND,
	[0x2e ... 0x2f] = KNOWN | READS | READS_OTHER | FLAGS | VECTOR_OPERAND | VECTOR_OTHER,
	[0x40 ... 0x4f] = KNOWN | CONDITION | READS | READS_OTHER | WRITES_OTHER,
	[0x50] = KNOWN | READS | WRITES_OTHER | VECTOR_OPERAND, [0x51 ... 0x6d] = VECTORS, [0x6e] = KNOWN | READS | WRITES_OTHER | VECTOR_OTHER, [0x6f ... 0x76] = VECTORS,
	[0x7c ... 0x7d] = VECTORS, [0x7e] = KNOWN | WRITES | READS_OTHER | VECTOR_OTHER, [0x7f] = STORES_VECTOR,
	[0x80 ... 0x8f] = KNOWN | CONDITION | DECIDES, [0x90 ... 0x9f] = KNOWN | CONDITION | READS | WRITES,
	[0xa3] = KNOWN | READS | READS_OTHER | FLAGS, [0xab] = KNOWN | READS | WRITES | READS_OTHER | FLAGS, [0xb3] = KNOWN | READS | WRITES | READS_OTHER | FLAGS,
	[0xbb] = KNOWN | READS | WRITES | READS_OTHER | FLAGS, [0xba] = KNOWN | READS | WRITES | FLAGS,
	[0xa4] = KNOWN | READS | WRITES | READS_OTHER | FLAGS, [0xa5] = KNOWN | READS | WRITES | READS_OTHER | READS_C | FLAGS | WITH_CARRY,
	[0xac] = KNOWN | READS | WRITES | READS_OTHER | FLAGS, [0xad] = KNOWN | READS | WRITES | READS_OTHER | READS_C | FLAGS | WITH_CARRY,
	[0xae] = GROUP, [0xaf] = KNOWN | READS | READS_OTHER | WRITES_OTHER | FLAGS,
	[0xb0 ... 0xb1] = KNOWN | READS | WRITES | READS_OTHER | READS_A | WRITES_A | FLAGS | BYTES, [0xb6 ... 0xb7] = KNOWN | READS | WRITES_OTHER, [0xb8] = KNOWN | READS | WRITES_OTHER | FLAGS,
	[0xbc ... 0xbd] = KNOWN | READS | READS_OTHER | WRITES_OTHER | FLAGS, [0xbe ... 0xbf] = KNOWN | READS | WRITES_OTHER,
	[0xc0 ... 0xc1] = KNOWN | READS | WRITES | READS_OTHER | WRITES_OTHER | FLAGS | BYTES, [0xc2] = VECTORS, [0xc4] = KNOWN | READS | WRITES_OTHER | VECTOR_OTHER,
	[0xc5] = KNOWN | READS | WRITES_OTHER | VECTOR_OPERAND, [0xc6] = VECTORS, [0xc8 ... 0xcf] = KNOWN | IN_OPCODE | READS | WRITES,
	[0xd0 ... 0xd5] = VECTORS, [0xd6] = STORES_VECTOR, [0xd7] = KNOWN | READS | WRITES_OTHER | VECTOR_OPERAND, [0xd8 ... 0xe6] = VECTORS, [0xe7] = STORES_VECTOR,
	[0xe8 ... 0xf6] = VECTORS, [0xf8 ... 0xfe] = VECTORS,
};

/* An instruction that is being read. */
struct reading {
	const unsigned char *at, *next;
	size_t length;
	unsigned char prefix; /* f2 or f3, or 0 */
	unsigned char opcode;
	unsigned rex, operand; /* the byte that names its operands */
	bool short_operand, own_segment, locked, excluded, vex, wide_vectors, two;
	uint32_t form;
};

/* --- reading --- */

static bool
read_prefix(struct reading *r, unsigned char byte)
{
	switch (byte) {
	case 0x66:
		r->short_operand = true;
		return true;
	case 0x67: /* addresses of 32 bits */
	case 0x65:
		r->excluded = true;
		return true;
	case 0x64:
		r->own_segment = true;
		return true;
	case 0xf2:
	case 0xf3:
		r->prefix = byte;
		return true;
	case 0xf0:
		r->locked = true;
		return true;
	case 0x2e:
	case 0x36:
	case 0x3e:
	case 0x26:
		return true;
	}
	return false;
}

/* Of three bytes: all but a few are about vectors. */
static uint32_t
far_form(unsigned char map, unsigned char opcode)
{
	if (map == 0x38)
		return opcode == 0x17 ? (uint32_t)(KNOWN | READS | READS_OTHER | FLAGS | VECTOR_OPERAND | VECTOR_OTHER) : opcode < 0x80 ? (uint32_t)VECTORS : 0;
	if (opcode >= 0x14 && opcode <= 0x17)
		return 0;
	return (opcode >= 0x20 && opcode <= 0x22) || (opcode >= 0x60 && opcode <= 0x63) ? 0 : (uint32_t)VECTORS;
}

static void
read_vex(struct reading *r, unsigned char first)
{
	unsigned char byte = *r->next++, map = 1;
	r->vex = r->two = true;
	r->rex = byte & 0x80 ? 0 : 4;
	if (first == 0xc4) {
		r->rex = (unsigned)(~byte >> 5) & 7;
		map = byte & 0x1f;
		byte = *r->next++;
	}
	r->wide_vectors = byte & 4;
	r->rex |= first == 0xc4 && byte & 0x80 ? 8 : 0;
	r->prefix = (byte & 3) == 2 ? 0xf3 : (byte & 3) == 3 ? 0xf2 : 0;
	r->opcode = *r->next++;
	r->form = map == 1 ? two_bytes[r->opcode] : map == 2 ? far_form(0x38, r->opcode) : far_form(0x3a, r->opcode);
	if (r->opcode == 0x77 && map == 1)
		r->form = KNOWN;
	else if (!(r->form & (VECTOR_OPERAND | VECTOR_OTHER)) || (map == 2 && r->opcode >= 0x2c && r->opcode < 0x30))
		r->form = 0;
}

static void
read_opcode(struct reading *r, unsigned char byte)
{
	r->opcode = byte;
	r->form = one_byte[byte];
	if (byte != 0x0f)
		return;
	r->two = true;
	r->opcode = *r->next++;
	r->form = two_bytes[r->opcode];
	if (r->opcode == 0x38 || r->opcode == 0x3a) {
		unsigned char map = r->opcode;
		r->opcode = *r->next++;
		r->form = far_form(map, r->opcode);
	}
}

/* Which of several it is, its operand says. */
static uint32_t
group_form(const struct reading *r)
{
	static const uint32_t of_one[8] = {[0 ... 1] = KNOWN | READS | FLAGS, [2] = KNOWN | READS | WRITES, [3] = KNOWN | READS | WRITES | FLAGS,
		[4 ... 7] = KNOWN | READS | READS_A | READS_D | WRITES_A | WRITES_D | FLAGS};
	static const uint32_t steps[8] = {[0 ... 1] = KNOWN | READS | WRITES | STATUS, [2] = KNOWN | READS | PUSHES | DECIDES, [4] = KNOWN | READS | DECIDES, [6] = KNOWN | READS | PUSHES};
	unsigned which = r->operand >> 3 & 7;
	if (r->two) /* fences; what else there is sets the processor up */
		return r->operand >= 0xe8 ? KNOWN : 0;
	if (r->opcode >= 0xfe)
		return steps[which];
	if (r->opcode >= 0xf6)
		return of_one[which];
	return KNOWN | READS | (which == 7 ? 0 : WRITES) | FLAGS | (which == 2 || which == 3 ? WITH_CARRY : 0);
}

/* Of one among many, whose number a register has: in memory it may lie anywhere. */
static bool
is_of_bits(const struct reading *r)
{
	return r->two && (r->opcode & 0xe7) == 0xa3;
}

static struct reading
read_instruction(const ucontext_t *c, unsigned char first)
{
	const unsigned char *at = context_place(c);
	struct reading r = {.at = at, .next = at + 1, .length = instruction_length(at, first)};
	unsigned char byte = first;
	while (read_prefix(&r, byte))
		byte = *r.next++;
	if (byte >> 4 == 4) {
		r.rex = byte;
		byte = *r.next++;
	}
	if (byte == 0xc4 || byte == 0xc5)
		read_vex(&r, byte);
	else
		read_opcode(&r, byte);
	if ((r.form & OPERANDS) && !(r.form & IN_OPCODE)) {
		r.operand = *r.next;
		if (r.form & GROUP)
			r.form = group_form(&r) | (r.form & BYTES);
	} else {
		r.operand = 0xc0;
	}
	if (r.two && r.opcode == 0x7e && r.prefix == 0xf3)
		r.form = VECTORS;
	if (r.excluded || (is_of_bits(&r) && r.operand >> 6 != 3))
		r.form = 0;
	return r;
}

/* --- what it names --- */

static bool
of_bytes(const struct reading *r)
{
	bool sets_byte = r->two && r->opcode >> 4 == 9;
	return sets_byte || ((r->form & BYTES) && !(r->opcode & 1));
}

static size_t
width(const struct reading *r)
{
	if (of_bytes(r))
		return 1;
	return r->rex & 8 ? 8 : r->short_operand && !(r->form & VECTOR_OTHER) ? 2 : 4;
}

/* Of vectors that are stored; others are only read. */
static size_t
vector_size(const struct reading *r)
{
	if (r->opcode == 0x11 && r->prefix)
		return r->prefix == 0xf3 ? 4 : 8;
	if (r->opcode == 0x13 || r->opcode == 0x17 || r->opcode == 0xd6)
		return 8;
	return r->wide_vectors ? WIDE_VECTOR : VECTOR;
}

static size_t
memory_size(const struct reading *r)
{
	if (r->form & VECTOR_OPERAND)
		return vector_size(r);
	if (r->two && (r->opcode & 0xf6) == 0xb6)
		return r->opcode & 1 ? 2 : 1;
	return (r->form & (PUSHES | DECIDES)) ? 8 : width(r);
}

/* The bit of a register. Parts of four of them are named as four others are. */
static uint32_t
bit_of(const struct reading *r, unsigned number)
{
	bool upper_part = of_bytes(r) && !r->rex && number >= 4 && number < 8;
	return 1u << (upper_part ? number - 4 : number);
}

static uint32_t
operand_bit(const struct reading *r)
{
	if (r->form & IN_OPCODE)
		return 1u << ((r->opcode & 7) | (r->rex & 1 ? 8 : 0));
	return r->form & VECTOR_OPERAND ? FLOWS_VECTORS : bit_of(r, (r->operand & 7) | (r->rex & 1 ? 8 : 0));
}

static uint32_t
other_bit(const struct reading *r)
{
	return r->form & VECTOR_OTHER ? FLOWS_VECTORS : bit_of(r, (r->operand >> 3 & 7) | (r->rex & 4 ? 8 : 0));
}

static bool
is_in_memory(const struct reading *r)
{
	return r->operand >> 6 != 3;
}

static uint32_t
naming(const struct reading *r)
{
	unsigned mode = r->operand >> 6, base = r->operand & 7, scaled = r->next[1];
	if (base != NO_INDEX)
		return base == FAR && mode == 0 ? 0 : 1u << (base | (r->rex & 1 ? 8 : 0));
	unsigned index = (scaled >> 3 & 7) | (r->rex & 2 ? 8 : 0);
	uint32_t bits = index == NO_INDEX ? 0 : 1u << index;
	return (scaled & 7) == FAR && mode == 0 ? bits : bits | 1u << ((scaled & 7) | (r->rex & 1 ? 8 : 0));
}

static uintptr_t
address(const struct reading *r, const ucontext_t *c)
{
	int32_t distance;
	if ((r->operand & 0xc7) != FAR)
		return operand_address(r->next, r->rex & 3, c) + (r->own_segment ? (uintptr_t)__builtin_thread_pointer() : 0);
	memcpy(&distance, r->next + 1, sizeof distance);
	return (uintptr_t)r->at + r->length + (uintptr_t)(intptr_t)distance;
}

/* --- what it does --- */

static uint32_t
condition(unsigned char opcode)
{
	unsigned which = opcode >> 1 & 7;
	return which == 1 ? FLOWS_CARRY : which == 3 ? BOTH_FLAGS : FLOWS_STATUS;
}

static void
flow_operands(struct dataflow *d, const struct reading *r, const ucontext_t *c)
{
	uint32_t form = r->form;
	struct flow_memory memory = {0};
	if (is_in_memory(r)) {
		d->names = naming(r);
		if (form & NO_MEMORY)
			d->uses |= d->names;
		else
			memory = (struct flow_memory){address(r, c), memory_size(r)};
	}
	if (memory.size && (form & READS))
		d->loads = memory;
	if (memory.size && (form & WRITES))
		d->stores = memory;
	if (is_in_memory(r))
		form &= ~(uint32_t)(READS | WRITES);
	d->uses |= (form & READS ? operand_bit(r) : 0) | (form & READS_OTHER ? other_bit(r) : 0);
	d->sets |= (form & WRITES ? operand_bit(r) : 0) | (form & WRITES_OTHER ? other_bit(r) : 0);
	if ((form & (WRITES | WRITES_OTHER)) && width(r) < 4)
		d->uses |= d->sets; /* the rest stays */
	if ((r->form & CLEARS) && !is_in_memory(r) && operand_bit(r) == other_bit(r) && (form & (READS | READS_OTHER)) == (READS | READS_OTHER) && width(r) >= 4)
		d->uses = 0;
}

static void
flow_registers(struct dataflow *d, const struct reading *r)
{
	uint32_t form = r->form;
	d->uses |= (form & READS_A ? 1u << RAX : 0) | (form & READS_C ? 1u << RCX : 0) | (form & READS_D ? 1u << RDX : 0);
	d->uses |= (form & CONDITION ? condition(r->opcode) : 0) | (form & WITH_CARRY ? BOTH_FLAGS : 0);
	d->sets |= (form & WRITES_A ? 1u << RAX : 0) | (form & WRITES_D ? 1u << RDX : 0);
	d->sets |= (form & FLAGS ? BOTH_FLAGS : 0) | (form & STATUS ? FLOWS_STATUS : 0);
	if (d->sets & FLOWS_VECTORS)
		d->uses |= FLOWS_VECTORS; /* it is one of many */
}

static void
flow_stack(struct dataflow *d, const struct reading *r, const ucontext_t *c)
{
	uintptr_t stack = (uintptr_t)context_stack(c);
	if (r->form & PUSHES)
		d->stores = (struct flow_memory){stack - 8, 8};
	if (r->form & POPS)
		d->loads = (struct flow_memory){stack, 8};
	if (r->form & LEAVES) {
		d->loads = (struct flow_memory){(uintptr_t)context_frame(c), 8};
		d->names = 1u << RBP;
		d->uses = d->sets = 1u << RBP;
	}
}

/* Instructions on strings: one element, and then perhaps the same once more. */
static void
flow_strings(struct dataflow *d, const struct reading *r, const ucontext_t *c)
{
	bool again = r->prefix != 0, over = again && context_register(c, RCX) == 0;
	if (!(r->form & (FILLS | COPIES)))
		return;
	if (!over)
		d->stores = (struct flow_memory){(uintptr_t)context_to(c), width(r)};
	if (!over && (r->form & COPIES))
		d->loads = (struct flow_memory){(uintptr_t)context_from(c), width(r)};
	d->names = 1u << RDI | (r->form & COPIES ? 1u << RSI : 0);
	d->decides = again ? 1u << RCX : 0;
}

static bool
shares(const struct reading *r)
{
	bool exchanges = !r->two && r->opcode >> 1 == 0x43 && is_in_memory(r), pauses = !r->two && r->opcode == 0x90 && r->prefix == 0xf3;
	return r->locked || exchanges || pauses;
}

struct dataflow
dataflow_at(const ucontext_t *c, unsigned char first)
{
	struct reading r = read_instruction(c, first);
	struct dataflow d = {.known = r.form & KNOWN, .shares = shares(&r), .wide_vectors = r.vex && r.form != KNOWN};
	if (!d.known)
		return d;
	flow_operands(&d, &r, c);
	flow_registers(&d, &r);
	flow_stack(&d, &r, c);
	flow_strings(&d, &r, c);
	if (r.form & DECIDES) {
		d.decides |= d.uses;
		d.decides_by_load = d.loads.size > 0;
	}
	return d;
}

#else

struct dataflow
dataflow_at(const ucontext_t *c, unsigned char first)
{
	(void)c;
	(void)first;
	return (struct dataflow){0};
}

#endif
