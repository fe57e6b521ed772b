#include "drivers/native/real.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* Memory is asked for before anybody can find anything. */
struct real real = {
	.malloc = __libc_malloc, .calloc = __libc_calloc, .realloc = __libc_realloc, .memalign = __libc_memalign, .free = __libc_free,
};

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
	FIND(malloc_usable_size);
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
