#include "drivers/native/sanitizers.h"

#include "drivers/native/sections.h"

#include <string.h>

/* The thread sanitizer's hooks are welcome, and lead to the host; all others need what is not there. */
static const struct sanitizer {
	const char *library, *symbol;
	const char *options; /* the variable of the environment that its run-time library reads */
	bool hooks_fit;
	const char *why;
} sanitizers[] = {
	{"tsan", "__tsan_init", "TSAN_OPTIONS", true, "brings the run-time library of the thread sanitizer along, in whose place the host stands; compile with -fsanitize=thread, but link without"},
	{"asan", "__asan_init", "ASAN_OPTIONS", false, "was built with -fsanitize=address, whose run-time library cannot share a process with the host; build it without"},
	{"hwasan", "__hwasan_init", "HWASAN_OPTIONS", false, "was built with -fsanitize=hwaddress, whose run-time library cannot share a process with the host; build it without"},
	{"msan", "__msan_init", "MSAN_OPTIONS", false, "was built with -fsanitize=memory, whose run-time library cannot share a process with the host; build it without"},
	{"lsan", "__lsan_init", "LSAN_OPTIONS", false, "was built with -fsanitize=leak, whose run-time library cannot share a process with the host; build it without"},
};

enum { SANITIZERS = sizeof sanitizers / sizeof *sanitizers };

static const char *
string(const struct section *t, uint64_t offset)
{
	return offset < t->nstrings ? t->strings + offset : "";
}

/* "libtsan.so.2", "libclang_rt.tsan-x86_64.so" */
static bool
is_library(const char *name, const char *of)
{
	size_t n = strlen(of);
	const char *rest = strncmp(name, "libclang_rt.", 12) == 0 ? name + 12 : strncmp(name, "lib", 3) == 0 ? name + 3 : "";
	return strncmp(rest, of, n) == 0 && (rest[n] == '.' || rest[n] == '-');
}

static const char *
needed(const struct section *t)
{
	const Elf64_Dyn *d = (const void *)t->at;
	for (size_t i = 0; i < t->size / sizeof *d && d[i].d_tag != DT_NULL; i++)
		for (size_t k = 0; k < SANITIZERS && d[i].d_tag == DT_NEEDED; k++)
			if (is_library(string(t, d[i].d_un.d_val), sanitizers[k].library))
				return sanitizers[k].why;
	return NULL;
}

static const char *
mentioned(const struct section *t)
{
	const Elf64_Sym *s = (const void *)t->at;
	for (size_t i = 0; i < t->size / sizeof *s; i++)
		for (size_t k = 0; k < SANITIZERS; k++)
			if ((s[i].st_shndx != SHN_UNDEF || !sanitizers[k].hooks_fit) && strcmp(string(t, s[i].st_name), sanitizers[k].symbol) == 0)
				return sanitizers[k].why;
	return NULL;
}

/* A run-time library that was linked in, and may keep all its symbols to itself, still has the name of its options, as a string. */
static bool
has_string(const unsigned char *file, size_t size, const char *s)
{
	char whole[32] = {0};
	size_t n = strlen(s);
	memcpy(whole + 1, s, n + 1);
	return memmem(file, size, whole, n + 2) != NULL;
}

static const char *
linked_in(const unsigned char *file, size_t size)
{
	for (size_t k = 0; k < SANITIZERS; k++)
		if (has_string(file, size, sanitizers[k].options))
			return sanitizers[k].why;
	return NULL;
}

const char *
sanitizer_in(const unsigned char *file, size_t size)
{
	struct section t;
	const char *why = section_find(file, size, SHT_DYNAMIC, &t) ? needed(&t) : NULL;
	if (!why && section_find(file, size, SHT_DYNSYM, &t))
		why = mentioned(&t);
	return why ? why : linked_in(file, size);
}
