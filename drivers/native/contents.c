#include "drivers/native/contents.h"

#include "drivers/native/real.h"

#include <string.h>
#include <sys/syscall.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MOST_OBJECTS = 64, CLOSED = -1 };

static struct object {
	int reads, writes; /* descriptors */
	int flags;
	bool there;
	uint64_t history; /* what was done since it was last empty */
} objects[MOST_OBJECTS];
static bool unknown;

static struct object *
find(int fd)
{
	for (size_t i = 0; i < MOST_OBJECTS; i++)
		if (objects[i].there && (objects[i].reads == fd || objects[i].writes == fd))
			return &objects[i];
	return NULL;
}

void
contents_made(int reads, int writes, int flags, unsigned count)
{
	size_t i = 0;
	while (i < MOST_OBJECTS && objects[i].there)
		i++;
	if (schedule_self() && i < MOST_OBJECTS)
		objects[i] = (struct object){reads, writes, flags, true, count};
	else
		unknown = true;
}

void
contents_used(int fd)
{
	unknown = unknown || !find(fd);
}

static void
end_closed(struct object *o, int fd)
{
	if (o->reads == fd)
		o->reads = CLOSED;
	if (o->writes == fd)
		o->writes = CLOSED;
	o->there = o->reads != CLOSED || o->writes != CLOSED;
}

/* What is still in a pipe that nobody can read is nobody's. */
static bool
is_empty(const struct object *o)
{
	struct pollfd p = {.fd = o->reads, .events = POLLIN};
	return o->reads == CLOSED || (real_syscall(SYS_poll, (long)&p, 1, 0, 0, 0, 0) >= 0 && !(p.revents & POLLIN));
}

static void
add(struct object *o, const struct deed *d, long n)
{
	uint64_t done[] = {o->history, (uint64_t)d->number, (uint64_t)n};
	o->history = XXH3_64bits(done, sizeof done);
	if (d->number == SYS_write)
		o->history = XXH3_64bits_withSeed((const void *)(uintptr_t)d->args[0], (size_t)n, o->history);
}

void
contents_changed(const struct deed *d, long result)
{
	struct object *o = find(d->fd);
	if (result < 0)
		return;
	if (!o || (d->number != SYS_read && d->number != SYS_write && d->number != SYS_close))
		unknown = true;
	else if (d->number == SYS_close)
		end_closed(o, d->fd);
	else
		add(o, d, result);
	if (o && is_empty(o))
		o->history = 0;
}

bool
contents_number(uint64_t *number)
{
	for (size_t i = 0; i < MOST_OBJECTS && !unknown; i++) {
		const struct object *o = &objects[i];
		uint64_t about[] = {i, (uint64_t)(uint32_t)o->reads << 32 | (uint32_t)o->writes, (uint64_t)o->flags, o->history};
		if (o->there)
			*number = XXH3_64bits_withSeed(about, sizeof about, *number);
	}
	return !unknown;
}

void
contents_reset(void)
{
	memset(objects, 0, sizeof objects);
	unknown = false;
}
