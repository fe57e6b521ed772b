/* The C library's own functions, behind those of the same name that the host puts in front of them. */
#ifndef NATIVE_REAL_H
#define NATIVE_REAL_H

#include <getopt.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

struct real {
	int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	int (*pthread_getattr_np)(pthread_t, pthread_attr_t *);
	int (*pthread_join)(pthread_t, void **);
	int (*pthread_key_create)(pthread_key_t *, void (*)(void *));
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void (*free)(void *);
	void *(*memalign)(size_t, size_t);
	size_t (*malloc_usable_size)(void *);
	void *(*dlsym)(void *, const char *);
	void *(*dlopen)(const char *, int);
	int (*sigaction)(int, const struct sigaction *, struct sigaction *);
	long (*syscall)(long, ...);
	int (*sigsetjmp)(struct __jmp_buf_tag *, int);
	void (*longjmp)(struct __jmp_buf_tag *, int);
	/* streams and temporary files */
	FILE *(*fopen)(const char *, const char *);
	FILE *(*freopen)(const char *, const char *, FILE *);
	FILE *(*tmpfile)(void);
	int (*fclose)(FILE *);
	int (*mkstemp)(char *), (*mkstemp64)(char *);
	int (*mkostemp)(char *, int), (*mkostemp64)(char *, int);
	int (*mkstemps)(char *, int);
	char *(*mkdtemp)(char *);
	int (*getopt)(int, char *const *, const char *);
	int (*getopt_long)(int, char *const *, const char *, const struct option *, int *);
	int (*getopt_long_only)(int, char *const *, const char *, const struct option *, int *);
};

extern struct real real;

/* Finds them; called first of all. */
void real_init(void);

/* A system call that nothing stands in front of. */
long real_syscall(long number, long a, long b, long c, long d, long e, long f);
/* Ends the process at once. */
void real_exit(int status) __attribute__((noreturn));
void *real_calloc(size_t, size_t);

/* The random numbers of the C library begin anew. */
void real_forget_random(void);

#endif
