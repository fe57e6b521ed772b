#include "drivers/native/mapping.h"

#include "drivers/native/caller.h"
#include "drivers/native/granted.h"
#include "drivers/native/misuse.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/shown.h"
#include "drivers/native/strange.h"
#include "drivers/native/views.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define EXPORT __attribute__((visibility("default")))

enum { AT = 0, SIZE = 1, NEW_SIZE = 2, PROTECTION = 2, FLAGS = 3, DESCRIPTOR = 4, OFFSET = 5 }; /* among the arguments */
enum { PAGE = 4096, MOST_COPIED = 1 << 20, MOST_CLOSED = 256 };

struct mapping {
	uintptr_t from, to;
	bool copied, fixed; /* what is in it is put back; need not be, for nobody can change it */
	void *copy;
};

static struct mappings {
	struct mapping *all;
	size_t n, room;
} now, early; /* those of this test; those that were there before */
static bool touched; /* some that was there before is no longer as it was */
static struct mapping closed[MOST_CLOSED]; /* parts of what is allocated, or of variables, whose protection was changed */
static size_t nclosed;
static bool remembered;

static uintptr_t
whole_pages(size_t size)
{
	return (size + PAGE - 1) / PAGE * PAGE;
}

static void
add(struct mappings *m, struct mapping one)
{
	if (m->n == m->room) {
		m->room = m->room ? 2 * m->room : 16;
		m->all = granted(real.realloc(m->all, m->room * sizeof *m->all), m->room * sizeof *m->all);
	}
	m->all[m->n++] = one;
}

static bool
overlaps(const struct mapping *m, uintptr_t from, uintptr_t to)
{
	return m->from < to && from < m->to;
}

/* Nothing of this test is there any more. */
static void
lose(uintptr_t from, uintptr_t to)
{
	for (size_t i = now.n; i-- > 0;) {
		struct mapping m = now.all[i];
		if (!overlaps(&m, from, to))
			continue;
		now.all[i] = now.all[--now.n];
		if (m.from < from)
			add(&now, (struct mapping){.from = m.from, .to = from, .copied = m.copied, .fixed = m.fixed});
		if (m.to > to)
			add(&now, (struct mapping){.from = to, .to = m.to, .copied = m.copied, .fixed = m.fixed});
	}
}

static void
spoil(uintptr_t from, uintptr_t to)
{
	for (size_t i = 0; i < now.n; i++)
		if (overlaps(&now.all[i], from, to))
			now.all[i].copied = now.all[i].fixed = false;
}

static void
touch(uintptr_t from, uintptr_t to)
{
	for (size_t i = 0; i < early.n; i++)
		touched = touched || overlaps(&early.all[i], from, to);
}

static void
note_protection(uintptr_t from, uintptr_t to)
{
	size_t i = 0;
	spoil(from, to);
	if (remembered && !shown_memory((const void *)from, to - from))
		return;
	while (i < nclosed && (closed[i].from != from || closed[i].to != to))
		i++;
	if (i == MOST_CLOSED)
		unseen("more protected parts of its memory than the host can put back", NULL);
	closed[i] = (struct mapping){.from = from, .to = to};
	nclosed = i < nclosed ? nclosed : i + 1;
}

void
mappings_open(void)
{
	for (; nclosed > 0; nclosed--) {
		const struct mapping *m = &closed[nclosed - 1];
		real_syscall(SYS_mprotect, (long)m->from, (long)(m->to - m->from), PROT_READ | PROT_WRITE, 0, 0, 0);
	}
}

bool
mappings_any(void)
{
	return now.n > 0;
}

bool
mappings_closed(void)
{
	return nclosed > 0;
}

/* The caller is the implementation. */
static void
note(long number, const long a[6], uintptr_t at)
{
	uintptr_t from = (uintptr_t)a[AT], to = from + whole_pages((size_t)a[SIZE]);
	if (number == SYS_mmap) {
		bool anonymous = a[FLAGS] & MAP_ANONYMOUS, written = a[PROTECTION] & PROT_WRITE;
		from = at;
		to = from + whole_pages((size_t)a[SIZE]);
		lose(from, to);
		views_lose(from, to);
		views_add(from, to, (int)a[FLAGS], (int)a[DESCRIPTOR], (uint64_t)a[OFFSET]);
		add(&now, (struct mapping){.from = from, .to = to, .copied = anonymous && (a[PROTECTION] & ~PROT_EXEC) == (PROT_READ | PROT_WRITE), .fixed = !written});
	} else if (number == SYS_mprotect) {
		note_protection(from, to);
	} else {
		lose(from, to);
	}
	if (number == SYS_munmap) {
		views_lose(from, to);
		strange_unmapped(from, to);
	}
	if (number == SYS_mremap) {
		views_move(from, to, at, at + whole_pages((size_t)a[NEW_SIZE]));
		lose(at, at + whole_pages((size_t)a[NEW_SIZE]));
		add(&now, (struct mapping){.from = at, .to = at + whole_pages((size_t)a[NEW_SIZE])});
	}
	touch(from, to);
}

static bool
is_mapped(uintptr_t from, size_t size)
{
	int error = errno;
	bool all = real_syscall(SYS_msync, (long)from, (long)size, MS_ASYNC, 0, 0, 0) == 0; /* which does nothing else */
	errno = error;
	return all;
}

/* Without leave to move what is there, it may be that only something else is in its way. What was reserved takes memory when it can be written. */
static bool
needs_memory(long number, const long a[6])
{
	if (number == SYS_mprotect)
		return a[PROTECTION] & PROT_WRITE && is_mapped((uintptr_t)a[AT], (size_t)a[SIZE]);
	return number == SYS_mmap || (number == SYS_mremap && a[FLAGS] & MREMAP_MAYMOVE);
}

bool
mapping_is(long number)
{
	return number == SYS_mmap || number == SYS_mremap || number == SYS_munmap || number == SYS_mprotect;
}

/* What was there before has nothing to do with what is new. What mremap leaves where it is may still be anybody's. */
long
mapping_call(long number, const long a[6], const void *place)
{
	long at = real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	size_t size = (size_t)a[number == SYS_mremap ? NEW_SIZE : SIZE];
	if (at == -1 && needs_memory(number, a))
		granted(NULL, size);
	if (at == -1)
		return -1;
	if (number == SYS_mmap || (number == SYS_mremap && at != a[AT]))
		race_forget((void *)at, size);
	if (caller_is_implementation(place))
		note(number, a, (uintptr_t)at);
	return at;
}

static void
remember(struct mapping m, size_t *total)
{
	*total += m.to - m.from;
	m.copied = m.copied && !m.fixed && *total <= MOST_COPIED;
	if (m.copied) {
		m.copy = granted(real.malloc(m.to - m.from), m.to - m.from);
		memcpy(m.copy, (const void *)m.from, m.to - m.from);
	}
	add(&early, m);
}

/* While it was loaded it was not known what is a variable. */
static void
forget_others(void)
{
	size_t all = nclosed;
	nclosed = 0;
	for (size_t i = 0; i < all; i++)
		if (shown_memory((const void *)closed[i].from, closed[i].to - closed[i].from))
			closed[nclosed++] = closed[i];
}

void
mappings_remember(void)
{
	size_t total = 0;
	for (size_t i = 0; i < now.n; i++)
		remember(now.all[i], &total);
	now.n = 0;
	remembered = true;
	views_remember();
	forget_others();
	touched = touched || nclosed > 0; /* what was protected while it was loaded is not protected again */
}

bool
mappings_reset(void)
{
	bool clean = !touched;
	mappings_open();
	views_reset();
	for (size_t i = 0; i < now.n; i++) {
		real_syscall(SYS_munmap, (long)now.all[i].from, (long)(now.all[i].to - now.all[i].from), 0, 0, 0, 0);
		strange_unmapped(now.all[i].from, now.all[i].to);
	}
	now.n = 0;
	for (size_t i = 0; i < early.n && !touched; i++) {
		struct mapping *m = &early.all[i];
		clean = clean && (m->copied || m->fixed);
		if (m->copied)
			memcpy((void *)m->from, m->copy, m->to - m->from);
	}
	return clean;
}

/* --- in front of the C library's --- */

EXPORT void *
mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	return (void *)mapping_call(SYS_mmap, (long[6]){(long)at, (long)size, protection, flags, fd, offset}, PLACE);
}

EXPORT void *
mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
	return (void *)mapping_call(SYS_mmap, (long[6]){(long)at, (long)size, protection, flags, fd, offset}, PLACE);
}

EXPORT void *
mremap(void *at, size_t old, size_t new, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	void *to = flags & MREMAP_FIXED ? va_arg(rest, void *) : NULL;
	va_end(rest);
	return (void *)mapping_call(SYS_mremap, (long[6]){(long)at, (long)old, (long)new, flags, (long)to}, PLACE);
}

/* All memory of the process is mostly ours, and no page is ever waited for in virtual time. */
EXPORT int
mlockall(int flags)
{
	(void)flags;
	return 0;
}

EXPORT int
munlockall(void)
{
	return 0;
}

EXPORT int
munmap(void *at, size_t size)
{
	return (int)mapping_call(SYS_munmap, (long[6]){(long)at, (long)size}, PLACE);
}

EXPORT int
mprotect(void *at, size_t size, int protection)
{
	return (int)mapping_call(SYS_mprotect, (long[6]){(long)at, (long)size, protection}, PLACE);
}
