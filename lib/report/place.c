#include "report/place.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

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

struct places *
places_open(const char *library)
{
	static const Dwfl_Callbacks callbacks = {.find_debuginfo = no_other_file, .section_address = dwfl_offline_section_address};
	struct places *p = mem_alloc(sizeof *p);
	*p = (struct places){.session = dwfl_begin(&callbacks)};
	if (p->session) {
		p->module = dwfl_report_offline(p->session, "", library, -1);
		dwfl_report_end(p->session, NULL, NULL);
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
		found.function = arena_strdup(a, function);
		found.within = within;
	}
	if (file && line > 0) {
		found.file = arena_strdup(a, file);
		found.line = line;
	}
	return found;
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
