/* its own file, mapped once more */
#include "code.h"

static taking *code;

static int
try_to(lock *l)
{
	if (!code) {
		Dl_info info;
		int fd = dladdr((void *)take, &info) ? open(info.dli_fname, O_RDONLY) : -1;
		off_t at = (const char *)take - (const char *)info.dli_fbase, page = at & ~(off_t)4095;
		char *file = mmap(NULL, 8192, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, page);
		if (file == MAP_FAILED)
			abort();
		code = (taking *)(void *)(file + (at - page));
		close(fd);
	}
	return code(l);
}
