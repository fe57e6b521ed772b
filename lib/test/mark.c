#include "test/replay.h"

#include "base/descriptors.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LARGEST = 1 << 30 };

uint64_t
replay_mark_spec(const struct spec *s)
{
	const struct source *policy = s->policy ? s->policy->span.src : NULL;
	uint64_t mark = XXH3_64bits(s->source->text, s->source->length);
	return policy && policy != s->source ? XXH3_64bits_withSeed(policy->text, policy->length, mark) : mark;
}

static bool
is_elf64(const unsigned char *at, size_t n)
{
	Elf64_Ehdr e;
	if (n < sizeof e)
		return false;
	memcpy(&e, at, sizeof e);
	return memcmp(e.e_ident, ELFMAG, SELFMAG) == 0 && e.e_ident[EI_CLASS] == ELFCLASS64 && e.e_phentsize == sizeof(Elf64_Phdr) &&
		e.e_phoff <= n && (n - e.e_phoff) / sizeof(Elf64_Phdr) >= e.e_phnum;
}

static Elf64_Phdr
header(const unsigned char *at, size_t i)
{
	Elf64_Ehdr e;
	Elf64_Phdr p;
	memcpy(&e, at, sizeof e);
	memcpy(&p, at + e.e_phoff + i * sizeof p, sizeof p);
	return p;
}

static uint64_t
mark_part(const unsigned char *at, size_t n, uint64_t from, uint64_t to, uint64_t mark)
{
	to = to < n ? to : n;
	return from < to ? XXH3_64bits_withSeed(at + from, to - from, mark) : mark;
}

/* What is loaded, but for the header, which knows where debug information is, and the notes, in which the build has its name. */
static uint64_t
mark_segments(const unsigned char *at, size_t n)
{
	Elf64_Ehdr e;
	uint64_t mark = 0;
	memcpy(&e, at, sizeof e);
	for (size_t i = 0; i < e.e_phnum; i++) {
		Elf64_Phdr load = header(at, i);
		uint64_t from = load.p_offset < sizeof e ? sizeof e : load.p_offset, to = load.p_offset + load.p_filesz;
		for (size_t k = 0; load.p_type == PT_LOAD && k < e.e_phnum; k++) {
			Elf64_Phdr note = header(at, k);
			if (note.p_type != PT_NOTE || note.p_offset < from || note.p_offset >= to || note.p_filesz > to - note.p_offset)
				continue;
			mark = mark_part(at, n, from, note.p_offset, mark);
			from = note.p_offset + note.p_filesz;
		}
		if (load.p_type == PT_LOAD)
			mark = mark_part(at, n, from, to, mark);
	}
	return mark;
}

static bool
mark_open(int fd, uint64_t *mark)
{
	struct stat st;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size <= 0 || st.st_size > LARGEST)
		return false;
	size_t n = (size_t)st.st_size;
	unsigned char *at = mem_alloc(n);
	bool ok = descriptor_read(fd, at, n);
	if (ok)
		*mark = is_elf64(at, n) ? mark_segments(at, n) : XXH3_64bits(at, n);
	free(at);
	return ok;
}

bool
replay_mark_code(const char *path, uint64_t *mark)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	bool ok = fd >= 0 && mark_open(fd, mark);
	if (fd >= 0)
		close(fd);
	return ok;
}
