/* memory that is there twice: one is written, the other is code */
#include "code.h"

static taking *code;

static int
try_to(lock *l)
{
	if (!code) {
		int fd = memfd_create("code", 0);
		if (fd < 0 || ftruncate(fd, 8192) < 0)
			abort();
		void *written = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), *read = mmap(NULL, 8192, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
		memcpy(written, (const void *)take, TAKE_SIZE);
		code = (taking *)read;
		close(fd);
	}
	return code(l);
}
