/* Named semaphores: nobody else but the implementation knows them, and they are gone when the test is over. */
#include "drivers/native/named.h"

#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#define EXPORT __attribute__((visibility("default")))

/* An unlinked one lives until it was closed as often as it was opened. */
struct named {
	sem_t semaphore; /* first, so that its address is the record's */
	struct named *next;
	unsigned opened;
	bool linked;
	char name[NAME_MAX + 1];
};

static struct named *all;

static const char *
bare(const char *name)
{
	return name[0] == '/' ? name + 1 : name;
}

static struct named *
find(const char *name)
{
	for (struct named *n = all; n; n = n->next)
		if (n->linked && strcmp(n->name, name) == 0)
			return n;
	return NULL;
}

static sem_t *
failed(int error)
{
	errno = error;
	return SEM_FAILED;
}

static sem_t *
make(const char *name, unsigned value)
{
	struct named *n = real_calloc(1, sizeof *n);
	if (!n)
		return failed(ENOMEM);
	if (sem_init(&n->semaphore, 0, value) < 0) {
		real.free(n);
		return failed(EINVAL);
	}
	strcpy(n->name, name);
	n->opened = 1;
	n->linked = true;
	n->next = all;
	all = n;
	return &n->semaphore;
}

EXPORT sem_t *
sem_open(const char *path, int flags, ...)
{
	const char *name = bare(path);
	struct named *n = find(name);
	va_list rest;
	va_start(rest, flags);
	if (flags & O_CREAT)
		(void)va_arg(rest, mode_t);
	unsigned value = flags & O_CREAT ? va_arg(rest, unsigned) : 0;
	va_end(rest);
	schedule_act("open semaphore", n, PLACE);
	if (!*name || strchr(name, '/'))
		return failed(EINVAL);
	if (strlen(name) > NAME_MAX - 4)
		return failed(ENAMETOOLONG);
	n = find(name);
	if (n && (flags & O_CREAT) && (flags & O_EXCL))
		return failed(EEXIST);
	if (n) {
		n->opened++;
		return &n->semaphore;
	}
	return flags & O_CREAT ? make(name, value) : failed(ENOENT);
}

static void
forget(struct named *n)
{
	struct named **at = &all;
	while (*at != n)
		at = &(*at)->next;
	*at = n->next;
	real.free(n);
}

EXPORT int
sem_close(sem_t *semaphore)
{
	struct named *n = all;
	while (n && &n->semaphore != semaphore)
		n = n->next;
	if (!n || n->opened == 0)
		misuse("closes a semaphore that is not open", PLACE);
	schedule_act("close semaphore", semaphore, PLACE);
	if (--n->opened == 0 && !n->linked)
		forget(n);
	return 0;
}

EXPORT int
sem_unlink(const char *path)
{
	schedule_act("unlink semaphore", NULL, PLACE);
	struct named *n = find(bare(path));
	if (!n) {
		errno = ENOENT;
		return -1;
	}
	n->linked = false;
	if (n->opened == 0)
		forget(n);
	return 0;
}

void
named_reset(void)
{
	while (all)
		forget(all);
}
