#include "report/place.h"

#include "base/apart.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NAME = 1000, MOST_PLACES = 64, SECONDS = 5 };

struct places {
	struct apart reader;
};

/* In a process of its own: the file may be damaged, or made to harm. */
struct debug {
	Dwfl *session;
	Dwfl_Module *module;
	GElf_Addr bias;
};

/* Debug information is looked for in the library itself only: elsewhere it may be on the network. */
static int
no_other_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, const char *file, const char *link, GElf_Word crc, char **found)
{
	return -1;
}

/* The path may be anything that a host says: only an object is opened, and nothing waited for. */
static int
open_object(const char *path)
{
	struct stat st;
	char magic[SELFMAG];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && pread(fd, magic, sizeof magic, 0) == sizeof magic && memcmp(magic, ELFMAG, sizeof magic) == 0)
		return fd;
	close(fd);
	return -1;
}

static void
open_debug(struct debug *p, int fd)
{
	static const Dwfl_Callbacks callbacks = {.find_debuginfo = no_other_file, .section_address = dwfl_offline_section_address};
	*p = (struct debug){.session = dwfl_begin(&callbacks)};
	if (p->session) {
		p->module = dwfl_report_offline(p->session, "", "", fd);
		dwfl_report_end(p->session, NULL, NULL);
	}
	if (p->module && !dwfl_module_getelf(p->module, &p->bias))
		p->module = NULL;
}

/* A #line names a file as it likes, and so does a symbol a function: such names must not reach a terminal as they are, nor fill it. */
static const char *
readable(struct arena *a, const char *name)
{
	struct text t = {0};
	size_t n = strlen(name), skipped = n > LONGEST_NAME ? n - LONGEST_NAME : 0;
	text_str(&t, skipped ? "..." : "");
	text_printable(&t, name + skipped, n - skipped);
	return text_take(&t, a);
}

static struct place
find(struct debug *p, struct arena *a, uint64_t offset)
{
	struct place found = {.known = true, .offset = offset};
	GElf_Off within;
	GElf_Sym symbol;
	int line;
	if (!p->module)
		return found;
	Dwarf_Addr address = p->bias + offset;
	const char *function = dwfl_module_addrinfo(p->module, address, &within, &symbol, NULL, NULL, NULL);
	Dwfl_Line *at = dwfl_module_getsrc(p->module, address);
	const char *file = at ? dwfl_lineinfo(at, NULL, &line, NULL, NULL, NULL) : NULL;
	if (function && within < symbol.st_size) {
		found.function = readable(a, function);
		found.within = within;
	}
	if (file && line > 0) {
		found.file = readable(a, file);
		found.line = line;
	}
	return found;
}

/* --- functions that were put into others --- */

/* The scopes around an address in its function, the innermost first. To be freed. */
static int
scopes_at(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die **scopes)
{
	Dwarf_Die *lexical = NULL;
	int n = dwarf_getscopes(unit, address, &lexical);
	if (n > 0) /* those around the first in the source are told; where it was put is asked for */
		n = dwarf_getscopes_die(&lexical[0], scopes);
	free(lexical);
	return n;
}

/* Where the function that was put somewhere would have been called. */
static bool
find_call(struct arena *a, Dwarf_Die *unit, Dwarf_Die *scope, struct place *where)
{
	Dwarf_Attribute attribute;
	Dwarf_Word file, line;
	Dwarf_Files *files;
	size_t n;
	if (dwarf_formudata(dwarf_attr(scope, DW_AT_call_file, &attribute), &file) != 0 || dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &attribute), &line) != 0)
		return false;
	const char *name = dwarf_getsrcfiles(unit, &files, &n) == 0 && file < n ? dwarf_filesrc(files, file, NULL, NULL) : NULL;
	if (!name || line == 0 || line > INT_MAX)
		return false;
	where->file = readable(a, name);
	where->line = (int)line;
	return true;
}

static size_t
find_inlined(struct debug *p, struct arena *a, uint64_t offset, struct place *at, size_t most)
{
	struct place outer = find(p, a, offset);
	Dwarf_Addr bias;
	Dwarf_Die *unit = outer.file ? dwfl_module_addrdie(p->module, p->bias + offset, &bias) : NULL, *scopes = NULL;
	int nscopes = unit ? scopes_at(unit, p->bias + offset - bias, &scopes) : 0;
	size_t n = 0;
	for (int i = 0; i < nscopes && n + 1 < most; i++) {
		const char *name = dwarf_diename(&scopes[i]);
		struct place inner = outer;
		if (name && dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			outer.function = readable(a, name);
		if (!name || dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine || !find_call(a, unit, &scopes[i], &outer))
			continue;
		inner.function = readable(a, name);
		inner.within = 0;
		at[n++] = inner;
	}
	free(scopes);
	at[n++] = outer;
	return n;
}

/* --- across --- */

/* What is asked: at most so many places of an offset. What is answered: so many, each as numbers and two strings, which may be missing. */
struct question {
	uint64_t offset, most;
};

struct answer {
	uint64_t within;
	int line;
	unsigned function, file; /* how long they are; 0: missing */
};

static bool
answer(int channel, const struct place *p)
{
	struct answer a = {p->within, p->line, p->function ? (unsigned)strlen(p->function) : 0, p->file ? (unsigned)strlen(p->file) : 0};
	return apart_send(channel, &a, sizeof a) && apart_send(channel, p->function, a.function) && apart_send(channel, p->file, a.file);
}

static void
serve(int file, int channel, void *context)
{
	struct debug debug;
	struct question q;
	open_debug(&debug, file);
	while (apart_receive(channel, &q, sizeof q)) {
		struct arena a = {0};
		struct place at[MOST_PLACES];
		uint64_t n = q.most > 1 ? find_inlined(&debug, &a, q.offset, at, q.most < MOST_PLACES ? q.most : MOST_PLACES) : 1;
		if (q.most <= 1)
			at[0] = find(&debug, &a, q.offset);
		bool told = apart_send(channel, &n, sizeof n);
		for (uint64_t i = 0; i < n && told; i++)
			told = answer(channel, &at[i]);
		arena_free(&a);
		if (!told)
			return;
	}
}

/* NULL: missing. It is made readable once more, for who answers may have been taken over. */
static bool
receive_name(int channel, struct arena *a, unsigned n, const char **name)
{
	char text[2 * PATH_MAX];
	*name = NULL;
	if (n >= sizeof text || !apart_receive(channel, text, n))
		return false;
	text[n] = 0;
	if (n)
		*name = readable(a, text);
	return true;
}

static bool
receive(struct places *p, struct arena *a, struct place *at)
{
	struct answer got;
	if (!apart_receive(p->reader.channel, &got, sizeof got))
		return false;
	at->within = got.within;
	at->line = got.line;
	return receive_name(p->reader.channel, a, got.function, &at->function) && receive_name(p->reader.channel, a, got.file, &at->file) && (!at->file || at->line > 0);
}

static bool
ask(struct places *p, struct arena *a, uint64_t offset, struct place *at, uint64_t most, uint64_t *n)
{
	const struct question q = {offset, most};
	if (p->reader.pid <= 0 || !apart_send(p->reader.channel, &q, sizeof q) || !apart_receive(p->reader.channel, n, sizeof *n) || *n < 1 || *n > most)
		return false;
	for (uint64_t i = 0; i < *n; i++) {
		at[i] = (struct place){.known = true, .offset = offset};
		if (!receive(p, a, &at[i]))
			return false;
	}
	return true;
}

struct places *
places_open(const char *library)
{
	int fd = open_object(library);
	if (fd < 0)
		return NULL;
	struct places *p = mem_alloc(sizeof *p);
	apart_start(&p->reader, SECONDS, fd, serve, NULL);
	close(fd);
	return p;
}

void
places_close(struct places *p)
{
	if (!p)
		return;
	apart_stop(&p->reader);
	free(p);
}

size_t
places_find_inlined(struct places *p, struct arena *a, uint64_t offset, struct place *at, size_t most)
{
	uint64_t n = 0;
	if (p && ask(p, a, offset, at, most, &n))
		return (size_t)n;
	if (p)
		apart_stop(&p->reader);
	at[0] = (struct place){.known = true, .offset = offset};
	return 1;
}

struct place
places_find(struct places *p, struct arena *a, uint64_t offset)
{
	struct place at;
	places_find_inlined(p, a, offset, &at, 1);
	return at;
}

void
place_print(struct text *out, const struct place *p)
{
	if (!p->known)
		return;
	if (p->file)
		text_printf(out, "%s:%d", strrchr(p->file, '/') ? strrchr(p->file, '/') + 1 : p->file, p->line);
	else if (p->function)
		text_printf(out, "%s+0x%llx", p->function, (unsigned long long)p->within);
	else
		text_printf(out, "+0x%llx", (unsigned long long)p->offset);
}
