#include "drivers/native/link.h"

#include "drivers/native/real.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { RING = sizeof((struct srtest_ring *)0)->bytes, LARGEST = SRTEST_LARGEST_RECORD };

static struct srtest_shared *shared;
static union {
	struct srtest_record record;
	unsigned char bytes[LARGEST];
} in;

bool
link_open(int fd)
{
	if (fd < 0)
		return true;
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return shared != MAP_FAILED && shared->version == SRTEST_PROTOCOL && shared->size == sizeof *shared;
}

/* --- the ring --- */

static void
futex(_Atomic uint32_t *word, int op, uint32_t value)
{
	real_syscall(SYS_futex, (long)word, op, value, 0, 0, 0);
}

static void
ring_read(struct srtest_ring *r, unsigned char *to, size_t n)
{
	uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
	while (n > 0) {
		uint32_t head = atomic_load(&r->head), there = head - tail;
		if (there == 0) {
			atomic_store(&r->reader_waits, 1);
			if (atomic_load(&r->head) == tail)
				futex(&r->head, FUTEX_WAIT, tail);
			atomic_store(&r->reader_waits, 0);
			continue;
		}
		size_t part = there < n ? there : n, at = tail % RING;
		part = part < RING - at ? part : RING - at;
		memcpy(to, r->bytes + at, part);
		to += part;
		n -= part;
		tail += (uint32_t)part;
		atomic_store(&r->tail, tail);
		if (atomic_load(&r->writer_waits))
			futex(&r->tail, FUTEX_WAKE, 1);
	}
}

static void
ring_write(struct srtest_ring *r, const unsigned char *from, size_t n)
{
	uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
	while (n > 0) {
		uint32_t tail = atomic_load(&r->tail), room = RING - (head - tail);
		if (room == 0) {
			atomic_store(&r->writer_waits, 1);
			if (atomic_load(&r->tail) == tail)
				futex(&r->tail, FUTEX_WAIT, tail);
			atomic_store(&r->writer_waits, 0);
			continue;
		}
		size_t part = room < n ? room : n, at = head % RING;
		part = part < RING - at ? part : RING - at;
		memcpy(r->bytes + at, from, part);
		from += part;
		n -= part;
		head += (uint32_t)part;
		atomic_store(&r->head, head);
	}
	if (atomic_load(&r->reader_waits))
		futex(&r->head, FUTEX_WAKE, 1);
}

/* --- either way --- */

static bool
take(unsigned char *to, size_t n)
{
	if (shared) {
		ring_read(&shared->to_host, to, n);
		return true;
	}
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

static void
put(const unsigned char *from, size_t n)
{
	if (shared) {
		ring_write(&shared->from_host, from, n);
		return;
	}
	while (n > 0) {
		long done = real_syscall(SYS_write, 1, (long)from, (long)n, 0, 0, 0);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			_exit(0); /* nobody listens any more */
		from += done;
		n -= (size_t)done;
	}
}

const struct srtest_record *
link_read(void)
{
	if (!take(in.bytes, sizeof in.record))
		return NULL;
	uint32_t size = in.record.size;
	if (size < sizeof in.record || size > LARGEST || size % 8)
		return NULL;
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

static struct text queue;

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
	put((const unsigned char *)queue.s, queue.n);
	queue.n = 0;
}
