#include "drivers/native/sections.h"

static bool
lies_in(const Elf64_Shdr *s, size_t size)
{
	return s->sh_offset <= size && s->sh_size <= size - s->sh_offset;
}

bool
section_find(const unsigned char *file, size_t size, uint32_t type, struct section *found)
{
	const Elf64_Ehdr *e = (const void *)file;
	if (e->e_shentsize != sizeof(Elf64_Shdr) || e->e_shoff % 8 || e->e_shoff > size || e->e_shnum > (size - e->e_shoff) / sizeof(Elf64_Shdr))
		return false;
	const Elf64_Shdr *s = (const void *)(file + e->e_shoff);
	for (size_t i = 0; i < e->e_shnum; i++) {
		if (s[i].sh_type != type || s[i].sh_link >= e->e_shnum || s[i].sh_offset % 8)
			continue;
		const Elf64_Shdr *strings = &s[s[i].sh_link];
		if (!lies_in(&s[i], size) || !lies_in(strings, size) || strings->sh_size == 0)
			return false;
		*found = (struct section){file + s[i].sh_offset, s[i].sh_size, (const char *)file + strings->sh_offset, strings->sh_size};
		return found->strings[found->nstrings - 1] == 0;
	}
	return false;
}
