#include "drivers/native/link.h"

#include "drivers/native/real.h"
#include "drivers/ring.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LARGEST = SRTEST_LARGEST_RECORD, GUARD = 1 << 16, ROOM = 1 << 16 };

static struct ring_end from_parent, to_parent;
static bool shared;
static struct text queue; /* records that go with the next one that is sent */
static union {
	struct srtest_record record;
	unsigned char bytes[LARGEST];
} in;

static bool
wait_for_parent(void *context, _Atomic uint32_t *counter, uint32_t seen)
{
	(void)context;
	real_syscall(SYS_futex, (long)counter, FUTEX_WAIT, seen, 0, 0, 0);
	return true;
}

static void
wake_parent(_Atomic uint32_t *counter)
{
	real_syscall(SYS_futex, (long)counter, FUTEX_WAKE, 1, 0, 0, 0);
}

/* Between pages that nobody may touch: an implementation that writes past its own memory is caught before it gets here. */
static struct srtest_shared *
map_guarded(int fd)
{
	size_t size = (sizeof(struct srtest_shared) + GUARD - 1) & ~(size_t)(GUARD - 1);
	unsigned char *room = mmap(NULL, size + (size_t)2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room == MAP_FAILED)
		return MAP_FAILED;
	return mmap(room + GUARD, sizeof(struct srtest_shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
}

bool
link_open(int fd)
{
	/* a death is told from a signal handler, perhaps with the heap in disorder: no memory must be asked for there */
	text_fill(&queue, 0, ROOM);
	queue.n = 0;
	if (fd < 0)
		return true;
	struct srtest_shared *s = map_guarded(fd);
	close(fd);
	if (s == MAP_FAILED || s->version != SRTEST_PROTOCOL || s->size != sizeof *s)
		return false;
	from_parent = (struct ring_end){.ring = &s->to_host, .wait = wait_for_parent, .wake = wake_parent, .looks = &s->looks};
	to_parent = (struct ring_end){.ring = &s->from_host, .wait = wait_for_parent, .wake = wake_parent, .looks = &s->looks};
	shared = true;
	return true;
}

/* What is nonsense was written over: there is nobody who could be told but by how this ends. */
static bool
intact(enum ring_result r)
{
	if (r != RING_DONE)
		real_exit(SRTEST_EXIT_NONSENSE);
	return true;
}

static bool
take(unsigned char *to, size_t n)
{
	if (shared)
		return intact(ring_read(&from_parent, to, n));
	while (n > 0) {
		long got = real_syscall(SYS_read, 0, (long)to, (long)n, 0, 0, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		n -= (size_t)got;
	}
	return true;
}

static bool
put(const unsigned char *from, size_t n)
{
	if (shared)
		return intact(ring_write(&to_parent, from, n));
	while (n > 0) {
		long done = real_syscall(SYS_write, 1, (long)from, (long)n, 0, 0, 0);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		from += done;
		n -= (size_t)done;
	}
	return true;
}

const struct srtest_record *
link_read(void)
{
	if (!take(in.bytes, sizeof in.record))
		return NULL;
	uint32_t size = in.record.size;
	if (size < sizeof in.record || size > LARGEST || size % 8)
		real_exit(SRTEST_EXIT_NONSENSE);
	return take(in.bytes + sizeof in.record, size - sizeof in.record) ? &in.record : NULL;
}

static void
finish(struct text *record)
{
	if (record->n > LARGEST) { /* the implementation returned more than a record can hold */
		struct srtest_record about = *(const struct srtest_record *)(const void *)record->s;
		wire_begin(record, SRTEST_REFUSED, &about);
		wire_string(record, "a value is too large for the protocol");
	}
	wire_end(record);
}

void
link_queue(struct text *record)
{
	finish(record);
	text_add(&queue, record->s, record->n);
}

void
link_send(struct text *record)
{
	link_queue(record);
	if (!put((const unsigned char *)queue.s, queue.n))
		_exit(3); /* nobody listens any more */
	queue.n = 0;
	if (shared)
		ring_flush(&to_parent);
}
