#include "drivers/native/caller.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_OBJECTS = 64 };

static struct object {
	uintptr_t from, to;
} objects[MOST_OBJECTS]; /* code that is not the implementation's */
static size_t nobjects;

static int
note_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	for (size_t i = 0; i < info->dlpi_phnum && nobjects < MOST_OBJECTS; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + p->p_vaddr;
		if (p->p_type == PT_LOAD && (p->p_flags & PF_X))
			objects[nobjects++] = (struct object){from, from + p->p_memsz};
	}
	return 0;
}

void
callers_init(void)
{
	dl_iterate_phdr(note_object, NULL);
}

bool
caller_is_implementation(const void *place)
{
	uintptr_t at = (uintptr_t)place;
	for (size_t i = 0; i < nobjects; i++)
		if (at >= objects[i].from && at < objects[i].to)
			return false;
	return nobjects > 0; /* before they are known, there is no implementation */
}
