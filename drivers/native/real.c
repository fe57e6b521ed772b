#include "drivers/native/real.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

struct real real;

#define FIND(name) find(#name, &real.name)

static void
find(const char *name, void *where)
{
	void *address = dlsym(RTLD_NEXT, name);
	if (!address) {
		fprintf(stderr, "srtest-host: the C library has no %s\n", name);
		_exit(2);
	}
	*(void **)where = address;
}

void
real_init(void)
{
	FIND(pthread_create);
	FIND(pthread_key_create);
	FIND(malloc);
	FIND(calloc);
	FIND(realloc);
	FIND(free);
	FIND(dlsym);
	FIND(syscall);
}

long
real_syscall(long number, long a, long b, long c, long d, long e, long f)
{
	return real.syscall(number, a, b, c, d, e, f);
}

void *
real_calloc(size_t n, size_t size)
{
	return real.calloc(n, size);
}
