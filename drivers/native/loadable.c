#include "drivers/native/loadable.h"

#include "drivers/native/sanitizers.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
refuse(const char **why, const char *text)
{
	*why = text;
	return false;
}

/* The program headers must lie in the file, or touching the mapping would be a bus error. */
static bool
segments_there(const unsigned char *file, size_t size)
{
	const Elf64_Ehdr *e = (const void *)file;
	if (e->e_phentsize != sizeof(Elf64_Phdr) || e->e_phoff > size || e->e_phnum > (size - e->e_phoff) / sizeof(Elf64_Phdr))
		return false;
	const Elf64_Phdr *p = (const void *)(file + e->e_phoff);
	for (size_t i = 0; i < e->e_phnum; i++)
		if (p[i].p_offset > size || p[i].p_filesz > size - p[i].p_offset)
			return false;
	return true;
}

static bool
check_header(const unsigned char *file, size_t size, const char **why)
{
	const Elf64_Ehdr *e = (const void *)file;
	if (size < SELFMAG || memcmp(file, ELFMAG, SELFMAG) != 0)
		return refuse(why, "is not a shared object: it does not start like one; sources have names that end in .c, .cc, .cpp or .cxx");
	if (size < sizeof *e)
		return refuse(why, "is cut short");
	if (e->e_ident[EI_CLASS] != ELFCLASS64 || e->e_ident[EI_DATA] != ELFDATA2LSB)
		return refuse(why, "is built for another kind of machine");
#if defined __x86_64__
	if (e->e_machine != EM_X86_64)
		return refuse(why, "is built for another processor");
#endif
	if (e->e_type != ET_DYN)
		return refuse(why, e->e_type == ET_REL ? "is an object file; link it with -shared" : "is not a shared object; build it with -shared -fPIC");
	if (!segments_there(file, size))
		return refuse(why, "is cut short");
	const char *sanitizer = sanitizer_in(file, size);
	return !sanitizer || refuse(why, sanitizer);
}

bool
loadable(const char *path, const char **why)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return refuse(why, strerror(errno));
	bool ok = false;
	if (fstat(fd, &st) < 0)
		refuse(why, strerror(errno));
	else if (!S_ISREG(st.st_mode))
		refuse(why, S_ISDIR(st.st_mode) ? "is a directory" : "is not a file");
	else if (st.st_size == 0)
		refuse(why, "is empty");
	else {
		void *file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		ok = file != MAP_FAILED ? check_header(file, (size_t)st.st_size, why) : refuse(why, strerror(errno));
		if (file != MAP_FAILED)
			munmap(file, (size_t)st.st_size);
	}
	close(fd);
	return ok;
}
