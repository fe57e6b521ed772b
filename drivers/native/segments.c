/* The shared memory of System V, of which all users are threads of one process: it lies where it lies. */
#include "drivers/native/failed.h"
#include "drivers/native/heap.h"
#include "drivers/native/kept.h"
#include "drivers/native/misuse.h"

#include <errno.h>
#include <sys/shm.h>

#define EXPORT __attribute__((visibility("default")))

enum { PAGE = 4096 };

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
