#include "drivers/native/functions.h"

#include "drivers/native/sections.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* As linkers write the table; and of how many functions it is told, of an object that has more. */
enum { VERSION = 1, COUNTED = 0x03, FROM_HERE = 0x3b, PLACED = 0x1b, MOST_FUNCTIONS = 2048 };

/* Begins what PT_GNU_EH_FRAME names; what is said by four bytes is relative to it. */
struct table {
	uint8_t version, place_format, count_format, format;
	int32_t place;
	uint32_t n;
	struct {
		int32_t function, entry;
	} at[];
};

struct walk {
	const struct link_map *map;
	void (*fn)(const void *);
};

static void
walk_table(const struct table *t, size_t size, void (*fn)(const void *))
{
	if (size < sizeof *t || t->version != VERSION || t->place_format != PLACED || t->count_format != COUNTED || t->format != FROM_HERE)
		return;
	size_t room = (size - sizeof *t) / sizeof *t->at, n = t->n < room ? t->n : room;
	for (size_t i = 0; i < n && i < MOST_FUNCTIONS; i++)
		fn((const unsigned char *)t + t->at[i].function);
}

static int
look(struct dl_phdr_info *info, size_t size, void *arg)
{
	const struct walk *w = arg;
	(void)size;
	if (info->dlpi_addr != w->map->l_addr)
		return 0;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type == PT_GNU_EH_FRAME)
			walk_table((const void *)(info->dlpi_addr + p->p_vaddr), p->p_memsz, w->fn);
	}
	return 1;
}

/* --- those that have none of these tables, but a name in the file --- */

static void
walk_symbols(const unsigned char *file, size_t size, const struct walk *w)
{
	struct section symbols;
	if (!section_find(file, size, SHT_SYMTAB, &symbols))
		return;
	const Elf64_Sym *s = (const void *)symbols.at;
	for (size_t i = 0, n = 0; i < symbols.size / sizeof *s && n < MOST_FUNCTIONS; i++) {
		if (ELF64_ST_TYPE(s[i].st_info) != STT_FUNC || s[i].st_shndx == SHN_UNDEF)
			continue;
		w->fn((const void *)(w->map->l_addr + s[i].st_value));
		n++;
	}
}

static void
look_in_file(const struct walk *w)
{
	struct stat st;
	int fd = open(w->map->l_name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	void *file = fstat(fd, &st) == 0 && (size_t)st.st_size > sizeof(Elf64_Ehdr) ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
	if (file != MAP_FAILED) {
		walk_symbols(file, (size_t)st.st_size, w);
		munmap(file, (size_t)st.st_size);
	}
	close(fd);
}

void
each_function(const struct link_map *m, void (*fn)(const void *))
{
	dl_iterate_phdr(look, &(struct walk){m, fn});
	look_in_file(&(struct walk){m, fn});
}
