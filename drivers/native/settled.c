#include "drivers/native/settled.h"

#include "drivers/native/gate.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = 4096 };

/* The first object is the program. */
static int
protect(struct dl_phdr_info *info, size_t size, void *arg)
{
	const int *protection = arg;
	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t from = (info->dlpi_addr + p->p_vaddr) & ~(uintptr_t)(PAGE - 1), to = (info->dlpi_addr + p->p_vaddr + p->p_memsz) & ~(uintptr_t)(PAGE - 1);
		if (p->p_type == PT_GNU_RELRO)
			gate_call(SYS_mprotect, (long)from, (long)(to - from), *protection, 0, 0, 0);
	}
	return 1;
}

void
settled_open(void)
{
	int protection = PROT_READ | PROT_WRITE;
	dl_iterate_phdr(protect, &protection);
}

void
settled_close(void)
{
	int protection = PROT_READ;
	dl_iterate_phdr(protect, &protection);
}
