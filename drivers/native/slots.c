#include "drivers/native/slots.h"

#include <string.h>
#include <sys/mman.h>

static void
read_dynamic(const struct link_map *m, struct dynamic *d)
{
	*d = (struct dynamic){0};
	for (const Elf64_Dyn *i = (const void *)m->l_ld; i->d_tag != DT_NULL; i++) {
		if (i->d_tag == DT_SYMTAB)
			d->symbols = (const void *)i->d_un.d_ptr;
		else if (i->d_tag == DT_STRTAB)
			d->strings = (const void *)i->d_un.d_ptr;
		else if (i->d_tag == DT_JMPREL)
			d->relocations[0] = (const void *)i->d_un.d_ptr;
		else if (i->d_tag == DT_PLTRELSZ)
			d->n[0] = i->d_un.d_val / sizeof(Elf64_Rela);
		else if (i->d_tag == DT_RELA)
			d->relocations[1] = (const void *)i->d_un.d_ptr;
		else if (i->d_tag == DT_RELASZ)
			d->n[1] = i->d_un.d_val / sizeof(Elf64_Rela);
	}
}

void
each_relocation(const struct link_map *m, void (*fn)(const struct link_map *, const struct dynamic *, const Elf64_Rela *, void *), void *arg)
{
	struct dynamic d;
	read_dynamic(m, &d);
	for (int k = 0; k < 2 && d.symbols && d.strings; k++)
		for (size_t i = 0; i < d.n[k]; i++)
			if (ELF64_R_SYM(d.relocations[k][i].r_info))
				fn(m, &d, &d.relocations[k][i], arg);
}

void
each_pointer(const struct link_map *m, void (*fn)(const void *))
{
	struct dynamic d;
	read_dynamic(m, &d);
	for (size_t i = 0; i < d.n[1]; i++) {
		const Elf64_Rela *r = &d.relocations[1][i];
		const void *pointer;
		if (ELF64_R_TYPE(r->r_info) != R_X86_64_RELATIVE && !is_slot(r))
			continue;
		memcpy(&pointer, (const void *)(m->l_addr + r->r_offset), sizeof pointer);
		fn(pointer);
	}
}

bool
is_slot(const Elf64_Rela *r)
{
	unsigned type = ELF64_R_TYPE(r->r_info);
	return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
}

bool
bind_slot(const struct link_map *m, const Elf64_Rela *r, uintptr_t address)
{
	uintptr_t slot = m->l_addr + r->r_offset, page = slot & ~(uintptr_t)4095;
	uintptr_t value = address + (ELF64_R_TYPE(r->r_info) == R_X86_64_64 ? (uintptr_t)r->r_addend : 0);
	if (mprotect((void *)page, 4096 + (slot + 8 > page + 4096 ? 4096 : 0), PROT_READ | PROT_WRITE) < 0)
		return false;
	memcpy((void *)slot, &value, sizeof value);
	return true;
}
