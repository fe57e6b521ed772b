/* Where a loaded object takes its symbols from: the relocations of its dynamic section, and the slots that they fill. */
#ifndef NATIVE_SLOTS_H
#define NATIVE_SLOTS_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dynamic {
	const Elf64_Sym *symbols;
	const char *strings;
	const Elf64_Rela *relocations[2];
	size_t n[2];
};

/* Calls fn for each relocation that has a symbol. */
void each_relocation(const struct link_map *, void (*fn)(const struct link_map *, const struct dynamic *, const Elf64_Rela *, void *), void *arg);
/* Calls fn with each address that the object has in its variables and tables from the beginning. */
void each_pointer(const struct link_map *, void (*fn)(const void *));
/* Does it fill a slot with an address? */
bool is_slot(const Elf64_Rela *);
/* False: the slot cannot be written. */
bool bind_slot(const struct link_map *, const Elf64_Rela *, uintptr_t address);

#endif
