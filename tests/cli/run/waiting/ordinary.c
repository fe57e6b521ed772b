/*
 * Uses much of the C library that cannot wait, as ordinary code does. The fault: the number is kept as
 * a text that is cut.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

struct permits {
	pthread_mutex_t *mutex;
	pthread_cond_t changed;
	char free[16];
};

static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
say(const char *format, ...)
{
	va_list values;
	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
}

static void
look_around(void)
{
	char text[256], *names[3] = {"c", "a", "b"}, *rest = NULL;
	struct utsname machine;
	struct stat st;
	struct tm date;
	time_t now = time(NULL);
	void *stack[8];
	FILE *f = tmpfile();
	fprintf(f, "%d %s\n", 12, "words");
	rewind(f);
	if (!fgets(text, sizeof text, f) || sscanf(text, "%*d %s", text) != 1)
		abort();
	fclose(f);
	qsort(names, 3, sizeof *names, compare);
	strtok_r(strcpy(text, "one two"), " ", &rest);
	if (strcasecmp(rest, "TWO") != 0 || toupper('a') != 'A' || !isalpha('x') || *names[0] != 'a')
		abort();
	strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&now, &date));
	if (sqrt(floor(16.5)) != 4 || lround(pow(2, 3)) != 8 || strtod("2.5", NULL) != 2.5 || setlocale(LC_ALL, "C") == NULL)
		abort();
	void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(memory, 4096);
	uname(&machine);
	int fd = open("/dev/null", O_RDONLY);
	fstat(fd, &st);
	close(fd);
	say("%ld %s %s %d %d %d %p\n", sysconf(_SC_PAGESIZE), getenv("HOME"), strerror(EINVAL), sched_getcpu(), getpid(), backtrace(stack, 8), dlsym(RTLD_DEFAULT, "malloc"));
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	p->mutex = aligned_alloc(64, 64);
	pthread_mutex_init(p->mutex, &attr);
	pthread_cond_init(&p->changed, NULL);
	snprintf(p->free, sizeof p->free, "%u", n);
	look_around();
	return p;
}

void
permits_free(permits *p)
{
	free(p->mutex);
	free(p);
}

static void
add(permits *p, long n)
{
	n += strtol(p->free, NULL, 10);
#ifdef FAULTY
	snprintf(p->free, 2, "%02ld", n);
#else
	snprintf(p->free, sizeof p->free, "%ld", n);
#endif
}

void
permits_acquire(permits *p)
{
	int (*lock)(pthread_mutex_t *) = (int (*)(pthread_mutex_t *))dlsym(RTLD_DEFAULT, "pthread_mutex_lock");
	pthread_setname_np(pthread_self(), "acquire");
	lock(p->mutex);
	while (atoi(p->free) <= 0)
		pthread_cond_wait(&p->changed, p->mutex);
	add(p, -1);
	pthread_mutex_unlock(p->mutex);
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(p->mutex);
	add(p, 1);
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(p->mutex);
	look_around();
}
