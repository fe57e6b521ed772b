#include "drivers/native/real.h"

#include "drivers/native/settled.h"

#include <stdlib.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* Memory is asked for before anybody can find anything. */
SETTLED struct real real = {
	.malloc = __libc_malloc, .calloc = __libc_calloc, .realloc = __libc_realloc, .memalign = __libc_memalign, .free = __libc_free,
};

#define FIND(name) find(#name, &real.name)

void
real_exit(int status)
{
	for (;;)
#if defined __x86_64__
		__asm__ volatile("syscall" : : "a"(SYS_exit_group), "D"(status) : "rcx", "r11", "memory");
#else
		real_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
#endif
}

static void
find(const char *name, void *where)
{
	void *address = real.dlsym(RTLD_NEXT, name);
	if (!address) {
		fprintf(stderr, "srtest-host: the C library has no %s\n", name);
		real_exit(2);
	}
	*(void **)where = address;
}

/* The host has a dlsym() of its own in front of the C library's, which only its version leads to. */
static void
find_dlsym(void)
{
	void *address = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
	if (!address)
		address = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	if (!address)
		real_exit(2);
	*(void **)(void *)&real.dlsym = address;
}

void
real_init(void)
{
	if (real.dlsym)
		return;
	settled_open();
	find_dlsym();
	FIND(pthread_create);
	FIND(pthread_getattr_np);
	FIND(pthread_join);
	FIND(pthread_key_create);
	FIND(malloc_usable_size);
	FIND(dlopen);
	FIND(sigaction);
	FIND(syscall);
	FIND(longjmp);
	FIND(fopen);
	FIND(freopen);
	FIND(tmpfile);
	FIND(fclose);
	FIND(mkstemp);
	FIND(mkstemp64);
	FIND(mkostemp);
	FIND(mkostemp64);
	FIND(mkstemps);
	FIND(mkdtemp);
	FIND(getopt);
	FIND(getopt_long);
	FIND(getopt_long_only);
	find("__sigsetjmp", &real.sigsetjmp);
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

void
real_forget_random(void)
{
	srandom(1); /* also for rand() */
	srand48(0);
}
