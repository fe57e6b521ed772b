#include "drivers/native/twin.h"

#include "drivers/native/gate.h"
#include "drivers/native/library.h"
#include "drivers/native/strange.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { MOST = 64, PAGE = 4096 };

static struct segment {
	unsigned char *from, *to;
	unsigned char *written; /* NULL: not yet */
} segments[MOST];
static size_t nsegments;

static void
note(const unsigned char *from, size_t size, void *arg)
{
	uintptr_t first = (uintptr_t)from & ~(uintptr_t)(PAGE - 1), last = ((uintptr_t)from + size + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
	(void)arg;
	if (nsegments < MOST)
		segments[nsegments++] = (struct segment){.from = (unsigned char *)first, .to = (unsigned char *)last};
}

void
twins_note(void)
{
	library_each_code(note, NULL);
}

static unsigned char *
shared(size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return at == MAP_FAILED ? NULL : at;
}

/* The same memory once more, there or anywhere, to be executed. */
static unsigned char *
executed(unsigned char *written, size_t size, unsigned char *there)
{
	long at = gate_call(SYS_mremap, (long)written, 0, (long)size, there ? MREMAP_MAYMOVE | MREMAP_FIXED : MREMAP_MAYMOVE, (long)there, 0);
	if ((at < 0 && at > -PAGE) || gate_call(SYS_mprotect, at, (long)size, PROT_READ | PROT_EXEC, 0, 0, 0) < 0)
		return NULL;
	return (unsigned char *)at;
}

unsigned char *
twin_new(size_t size, unsigned char **written)
{
	*written = shared(size);
	return *written ? executed(*written, size, NULL) : NULL;
}

static bool
double_segment(struct segment *s)
{
	size_t size = (size_t)(s->to - s->from);
	unsigned char *written = strange_is(s->from) ? NULL : shared(size);
	if (!written)
		return false;
	memcpy(written, s->from, size);
	if (!executed(written, size, s->from))
		return false;
	s->written = written;
	return true;
}

unsigned char *
twin_of(unsigned char *at)
{
	for (size_t i = 0; i < nsegments; i++) {
		struct segment *s = &segments[i];
		if (at >= s->from && at < s->to)
			return s->written || double_segment(s) ? s->written + (at - s->from) : NULL;
	}
	return NULL;
}
