/*
 * What is remembered of memory: for each eight bytes of it a list of cells, of which each tells of an access to some of the bytes,
 * or of an object at one of them that orders accesses. All of it is forgotten at once, at no cost, when a test is over.
 */
#ifndef NATIVE_SHADOW_H
#define NATIVE_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell {
	uint32_t next; /* number of a cell, 0: none */
	uint32_t clock; /* when; of an object: its number */
	uint32_t stack; /* as stacks.h has it */
	uint16_t slot; /* who */
	uint8_t bytes; /* which of the eight, as bits */
	uint8_t kind;
	const void *place;
};

/* Forgets everything. False: there is no memory to remember anything. */
bool shadow_reset(void);
/* Where the list of the eight bytes at 8 * `eight` begins; NULL if there is no room. */
uint32_t *shadow_list(uintptr_t eight);
/* A new cell, not in a list yet; 0 if there is no room. Cells do not move. */
uint32_t shadow_new(void);
struct cell *shadow_cell(uint32_t number);
/* Takes the cell out of its list, which is where *at is. */
void shadow_drop(uint32_t *at);
/* Forgets the lists of these bytes; of those at the ends too. */
void shadow_forget(uintptr_t from, size_t size);

#endif
