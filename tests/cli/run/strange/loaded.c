/* to a file, as a part of a copy of this library, which is loaded */
#include "code.h"

#include <stdio.h>

static taking *code;

int take_it(lock *);
int
take_it(lock *l)
{
	return take(l);
}

static taking *
load_copy(void)
{
	char path[] = "/tmp/copy-XXXXXX", part[4096];
	Dl_info info;
	size_t n;
	int fd = mkstemp(path);
	dladdr((void *)take_it, &info);
	FILE *from = fopen(info.dli_fname, "r");
	if (fd < 0 || !from)
		abort();
	while ((n = fread(part, 1, sizeof part, from)) > 0)
		if (write(fd, part, n) < 0)
			abort();
	fclose(from);
	close(fd);
	void *copy = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	unlink(path);
	if (!copy)
		abort();
	return (taking *)dlsym(copy, "take_it");
}

static int
try_to(lock *l)
{
	if (!code)
		code = load_copy();
	return code(l);
}
