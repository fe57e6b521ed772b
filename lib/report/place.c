#include "report/place.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NAME = 1000 };

struct places {
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

struct places *
places_open(const char *library)
{
	static const Dwfl_Callbacks callbacks = {.find_debuginfo = no_other_file, .section_address = dwfl_offline_section_address};
	struct places *p = mem_alloc(sizeof *p);
	*p = (struct places){.session = dwfl_begin(&callbacks)};
	int fd = p->session ? open_object(library) : -1;
	if (fd >= 0) {
		p->module = dwfl_report_offline(p->session, "", library, fd);
		dwfl_report_end(p->session, NULL, NULL);
		if (!p->module)
			close(fd);
	}
	if (p->module && dwfl_module_getelf(p->module, &p->bias))
		return p;
	places_close(p);
	return NULL;
}

void
places_close(struct places *p)
{
	if (!p)
		return;
	if (p->session)
		dwfl_end(p->session);
	free(p);
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

struct place
places_find(struct places *p, struct arena *a, uint64_t offset)
{
	struct place found = {.known = true, .offset = offset};
	GElf_Off within;
	GElf_Sym symbol;
	int line;
	if (!p)
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

size_t
places_find_inlined(struct places *p, struct arena *a, uint64_t offset, struct place *at, size_t most)
{
	struct place outer = places_find(p, a, offset);
	Dwarf_Addr bias;
	Dwarf_Die *unit = p && outer.file ? dwfl_module_addrdie(p->module, p->bias + offset, &bias) : NULL, *scopes = NULL;
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
