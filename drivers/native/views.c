#include "drivers/native/views.h"

#include "drivers/native/granted.h"
#include "drivers/native/real.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* A number, and then an offset; no process has such addresses. */
enum { OFFSET_BITS = 40, NUMBERS = 1 << 20 };
#define NOWHERE (UINT64_C(1) << 62)

struct view {
	uintptr_t from, to;
	uint64_t number, offset; /* of the memory; where in it the view begins */
};

size_t views;
static struct view *all, *early; /* those that are there; that were there when the implementation had been loaded */
static size_t room, nearly;
/* Files by what the system knows them by; what has no file has none of these. */
static struct known {
	dev_t device;
	ino_t file;
} *known;
static uint64_t nknown, known_early;
static size_t known_room;

const void *
views_identity(uintptr_t at)
{
	for (size_t i = 0; i < views; i++)
		if (at >= all[i].from && at < all[i].to)
			return (const void *)(uintptr_t)(NOWHERE | all[i].number << OFFSET_BITS | (all[i].offset + (at - all[i].from)));
	return (const void *)at;
}

static void
add(struct view v)
{
	if (views == room) {
		room = room ? 2 * room : 16;
		all = granted(real.realloc(all, room * sizeof *all), room * sizeof *all);
	}
	all[views++] = v;
}

void
views_lose(uintptr_t from, uintptr_t to)
{
	for (size_t i = views; i-- > 0;) {
		struct view v = all[i];
		if (v.from >= to || from >= v.to)
			continue;
		all[i] = all[--views];
		if (v.from < from)
			add((struct view){v.from, from, v.number, v.offset});
		if (v.to > to)
			add((struct view){to, v.to, v.number, v.offset + (to - v.from)});
	}
}

/* From 1. */
static uint64_t
number_of(struct known k)
{
	for (uint64_t i = 0; i < nknown && k.file; i++)
		if (known[i].device == k.device && known[i].file == k.file)
			return i + 1;
	if (nknown == known_room) {
		known_room = known_room ? 2 * known_room : 16;
		known = granted(real.realloc(known, known_room * sizeof *known), known_room * sizeof *known);
	}
	known[nknown++] = k;
	return nknown;
}

void
views_add(uintptr_t from, uintptr_t to, int flags, int fd, uint64_t offset)
{
	struct stat st;
	int type = flags & MAP_TYPE;
	struct known k = {0};
	if (type != MAP_SHARED && type != MAP_SHARED_VALIDATE)
		return;
	if (flags & MAP_ANONYMOUS)
		offset = 0;
	else if (real_syscall(SYS_fstat, fd, (long)&st, 0, 0, 0, 0) == 0)
		k = (struct known){st.st_dev, st.st_ino};
	uint64_t number = number_of(k);
	if (number < NUMBERS && offset + (to - from) < UINT64_C(1) << OFFSET_BITS)
		add((struct view){from, to, number, offset});
}

void
views_move(uintptr_t old, uintptr_t old_end, uintptr_t from, uintptr_t to)
{
	size_t i = 0;
	while (i < views && (old < all[i].from || old >= all[i].to))
		i++;
	if (i == views)
		return;
	struct view v = {from, to, all[i].number, all[i].offset + (old - all[i].from)};
	views_lose(old, old_end);
	views_lose(from, to);
	add(v);
}

void
views_remember(void)
{
	nearly = views;
	known_early = nknown;
	early = granted(real.malloc((nearly + 1) * sizeof *early), sizeof *early);
	if (nearly)
		memcpy(early, all, nearly * sizeof *early);
}

void
views_reset(void)
{
	views = 0;
	nknown = known_early;
	for (size_t i = 0; i < nearly; i++)
		add(early[i]);
}
