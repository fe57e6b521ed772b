/* Shared memory, of which all users are threads of one process. */
#include "drivers/native/failed.h"
#include "drivers/native/heap.h"
#include "drivers/native/kept.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>

#define EXPORT __attribute__((visibility("default")))

enum { PAGE = 4096 };

/* --- System V: it lies where it lies --- */

struct segment {
	struct kept kept;
	size_t size;
	void *block;
	shmatt_t attached;
	bool removed; /* it goes with the last who has it attached */
};

static struct segment *
find(int id)
{
	struct segment *s = kept_numbered(KEPT_SEGMENT, id);
	if (!s)
		errno = EINVAL;
	return s;
}

static void *
memory(const struct segment *s)
{
	return (void *)(((uintptr_t)s->block + PAGE - 1) / PAGE * PAGE);
}

static void
end_unused(struct segment *s)
{
	if (!s->removed || s->attached)
		return;
	heap_give(s->block);
	kept_end(&s->kept);
}

EXPORT int
shmget(key_t key, size_t size, int flags)
{
	schedule_act("get shared memory", NULL, PLACE);
	struct segment *s = kept_get(KEPT_SEGMENT, key, flags, size ? sizeof *s : 0);
	if (!s)
		return -1;
	if (!s->block) {
		s->block = size < SIZE_MAX - PAGE ? heap_take(size + PAGE) : NULL;
		s->size = size;
	}
	if (!s->block) {
		kept_end(&s->kept);
		return failed(ENOMEM);
	}
	return size <= s->size ? s->kept.number : failed(EINVAL);
}

EXPORT void *
shmat(int id, const void *at, int flags)
{
	(void)flags;
	schedule_act("attach shared memory", find(id), PLACE);
	struct segment *s = find(id);
	if (!s)
		return (void *)-1;
	if (at && at != memory(s)) {
		errno = EINVAL;
		return (void *)-1;
	}
	s->attached++;
	return memory(s);
}

static bool
is_at(const struct kept *k, const void *at)
{
	const struct segment *s = (const void *)k;
	return s->attached && memory(s) == at;
}

EXPORT int
shmdt(const void *at)
{
	schedule_act("detach shared memory", kept_which(KEPT_SEGMENT, is_at, at), PLACE);
	struct segment *s = kept_which(KEPT_SEGMENT, is_at, at);
	if (!s)
		return failed(EINVAL);
	s->attached--;
	end_unused(s);
	return 0;
}

EXPORT int
shmctl(int id, int command, struct shmid_ds *about)
{
	schedule_act("control shared memory", find(id), PLACE);
	struct segment *s = find(id);
	if (!s)
		return -1;
	switch (command) {
	case IPC_RMID:
		*s->kept.name = '\0';
		s->removed = true;
		end_unused(s);
		return 0;
	case IPC_STAT:
		*about = (struct shmid_ds){.shm_segsz = s->size, .shm_nattch = s->attached};
		return 0;
	case IPC_SET:
	case SHM_LOCK:
	case SHM_UNLOCK:
		return 0;
	}
	unseen("a command of shmctl", PLACE);
	return failed(EINVAL);
}

/* --- POSIX: a file that only the host can open --- */

struct file {
	struct kept kept;
	int descriptor;
};

static const char *
bare(const char *name)
{
	return name + strspn(name, "/");
}

static struct file *
make_file(const char *name)
{
	int descriptor = memfd_create(name, MFD_CLOEXEC);
	struct file *f = descriptor < 0 ? NULL : kept_make(KEPT_FILE, name, sizeof *f);
	if (f)
		f->descriptor = descriptor;
	else if (descriptor >= 0)
		real_syscall(SYS_close, descriptor, 0, 0, 0, 0, 0);
	return f;
}

EXPORT int
shm_open(const char *path, int flags, mode_t mode)
{
	const char *name = bare(path);
	(void)mode;
	schedule_act("open shared memory", NULL, PLACE);
	if (!*name || strchr(name, '/'))
		return failed(EINVAL);
	if (strlen(name) > NAME_MAX)
		return failed(ENAMETOOLONG);
	struct file *f = kept_find(KEPT_FILE, name);
	if (f && flags & O_CREAT && flags & O_EXCL)
		return failed(EEXIST);
	if (!f && !(flags & O_CREAT))
		return failed(ENOENT);
	if (!f && !(f = make_file(name)))
		return -1;
	if (flags & O_TRUNC)
		real_syscall(SYS_ftruncate, f->descriptor, 0, 0, 0, 0, 0);
	return (int)real_syscall(SYS_fcntl, f->descriptor, F_DUPFD_CLOEXEC, 0, 0, 0, 0);
}

EXPORT int
shm_unlink(const char *path)
{
	schedule_act("unlink shared memory", NULL, PLACE);
	struct file *f = kept_find(KEPT_FILE, bare(path));
	if (!f)
		return failed(ENOENT);
	real_syscall(SYS_close, f->descriptor, 0, 0, 0, 0, 0);
	kept_end(&f->kept);
	return 0;
}
