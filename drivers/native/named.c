/* Named semaphores. */
#include "drivers/native/failed.h"
#include "drivers/native/kept.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#define EXPORT __attribute__((visibility("default")))

/* An unlinked one lives until it was closed as often as it was opened. */
struct named {
	struct kept kept;
	sem_t semaphore;
	unsigned opened;
};

static const char *
bare(const char *name)
{
	return name[0] == '/' ? name + 1 : name;
}

static sem_t *
not_opened(int error)
{
	errno = error;
	return SEM_FAILED;
}

static sem_t *
make(const char *name, unsigned value)
{
	sem_t semaphore;
	if (sem_init(&semaphore, 0, value) < 0)
		return not_opened(EINVAL);
	struct named *n = kept_make(KEPT_SEMAPHORE, name, sizeof *n);
	if (!n)
		return SEM_FAILED;
	n->semaphore = semaphore;
	n->opened = 1;
	return &n->semaphore;
}

EXPORT sem_t *
sem_open(const char *path, int flags, ...)
{
	const char *name = bare(path);
	struct named *n = kept_find(KEPT_SEMAPHORE, name);
	va_list rest;
	va_start(rest, flags);
	if (flags & O_CREAT)
		(void)va_arg(rest, mode_t);
	unsigned value = flags & O_CREAT ? va_arg(rest, unsigned) : 0;
	va_end(rest);
	schedule_act("open semaphore", n, PLACE);
	if (!*name || strchr(name, '/'))
		return not_opened(EINVAL);
	if (strlen(name) > NAME_MAX - 4)
		return not_opened(ENAMETOOLONG);
	n = kept_find(KEPT_SEMAPHORE, name);
	if (n && (flags & O_CREAT) && (flags & O_EXCL))
		return not_opened(EEXIST);
	if (n) {
		n->opened++;
		return &n->semaphore;
	}
	return flags & O_CREAT ? make(name, value) : not_opened(ENOENT);
}

static bool
is_of(const struct kept *k, const void *semaphore)
{
	return &((const struct named *)(const void *)k)->semaphore == semaphore;
}

static void
end_unused(struct named *n)
{
	if (n->opened == 0 && !*n->kept.name)
		kept_end(&n->kept);
}

EXPORT int
sem_close(sem_t *semaphore)
{
	struct named *n = kept_which(KEPT_SEMAPHORE, is_of, semaphore);
	if (!n || n->opened == 0)
		misuse("closes a semaphore that is not open", PLACE);
	schedule_act("close semaphore", semaphore, PLACE);
	n->opened--;
	end_unused(n);
	return 0;
}

EXPORT int
sem_unlink(const char *path)
{
	schedule_act("unlink semaphore", NULL, PLACE);
	struct named *n = kept_find(KEPT_SEMAPHORE, bare(path));
	if (!n)
		return failed(ENOENT);
	*n->kept.name = '\0';
	end_unused(n);
	return 0;
}
