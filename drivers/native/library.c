#include "drivers/native/library.h"

#include "drivers/native/functions.h"
#include "drivers/native/loadable.h"
#include "drivers/native/real.h"
#include "drivers/native/settled.h"
#include "drivers/native/slots.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static void *handle SETTLED;
static struct link_map *map SETTLED;
static char message[1024];

static bool
refuse(const char **why, const char *text)
{
	*why = text;
	return false;
}

/* --- whose it is --- */

/* Libraries of the system that wait only by means of what the table has, and so may be used without a look. */
static bool
is_named(const char *path, const char *const *names)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	for (; *names; names++)
		if (strncmp(name, *names, strlen(*names)) == 0)
			return true;
	return false;
}

static const char *const support[] = {"libm.so", "libgcc_s.so", "libstdc++.so", "libatomic.so", NULL};
static const char *const system_libraries[] = {"libc.so", "libpthread.so", "librt.so", "libdl.so", "ld-linux", NULL};
static const char *const loaders[] = {"ld-linux", NULL};

/* Where the system has its libraries. */
static bool
is_in_system(const char *path)
{
	static const char *const folders[] = {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/"};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (strncmp(path, folders[i], strlen(folders[i])) == 0)
			return true;
	return false;
}

/* Libraries that somebody has put elsewhere are tested with what needs them. */
static bool
is_tested(const char *path)
{
	return !is_named(path, support) && !is_named(path, system_libraries) && !is_in_system(path);
}

/* --- its variables --- */

enum { MOST_PARTS = 256, OBJECT_SHIFT = 48 };

/* A stretch of writable memory, and what was in it. */
static struct part {
	unsigned char *at, *copy;
	size_t size;
} parts[MOST_PARTS];
static size_t nparts;

/* Thread-local variables of an object: how a new thread finds them. */
static struct local {
	struct link_map *map;
	const unsigned char *image;
	size_t filled, size;
} locals[MOST_PARTS];
static size_t nlocals;

static struct link_map *known SETTLED; /* the last object that was there before the implementation */
static const struct link_map *remembered; /* the last one whose variables are remembered */

static bool
is_new(uintptr_t base)
{
	for (const struct link_map *m = known->l_next; m; m = m->l_next)
		if (m->l_addr == base)
			return true;
	return false;
}

/* Does the slot lead to the host, or to what the host brings along? */
static bool
leads_outside(const struct link_map *m, const Elf64_Rela *r)
{
	uintptr_t address;
	struct dl_find_object found; /* dladdr() would look at all symbols, and libraries in C++ have thousands of slots */
	memcpy(&address, (void *)(m->l_addr + r->r_offset), sizeof address);
	if (ELF64_R_TYPE(r->r_info) == R_X86_64_64)
		address -= (uintptr_t)r->r_addend;
	return _dl_find_object((void *)address, &found) == 0 && !is_new(found.dlfo_link_map->l_addr);
}

/*
 * What the implementation calls like something of the host's or the C library's (`send`, `wait`) must stay its own: its slots
 * are bound to it again. Among the objects that it consists of the loader has chosen well.
 */
static void
rebind_own(const struct link_map *m, const struct dynamic *d, const Elf64_Rela *r, void *arg)
{
	const Elf64_Sym *s = &d->symbols[ELF64_R_SYM(r->r_info)];
	bool *failed = arg;
	if (s->st_shndx == SHN_UNDEF || ELF64_ST_TYPE(s->st_info) == STT_GNU_IFUNC || !is_slot(r) || !leads_outside(m, r))
		return;
	if (!bind_slot(m, r, m->l_addr + s->st_value))
		*failed = true;
}

static struct link_map *
map_at(uintptr_t base)
{
	struct link_map *m = known->l_next;
	while (m && m->l_addr != base)
		m = m->l_next;
	return m;
}

static bool
remember(unsigned char *from, unsigned char *to)
{
	size_t size = to > from ? (size_t)(to - from) : 0;
	if (size == 0)
		return true;
	if (nparts == MOST_PARTS)
		return false;
	struct part *p = &parts[nparts++];
	*p = (struct part){.at = from, .size = size, .copy = real_calloc(1, size)};
	if (p->copy)
		memcpy(p->copy, from, size);
	return p->copy != NULL;
}

/* Where the code of the implementation is, and of what it brought along. */
static struct code {
	uintptr_t from, to, base;
	uintptr_t object; /* 0: its own; the others are counted in the order in which they were loaded, which is always the same */
	bool tested; /* calls are stopped in it: it is no library of the system */
} codes[64] SETTLED;
static size_t ncodes SETTLED;
static uintptr_t nobjects;

static void
note_code(const struct dl_phdr_info *info, const Elf64_Phdr *p)
{
	uintptr_t from = info->dlpi_addr + p->p_vaddr, object = info->dlpi_addr == map->l_addr ? 0 : nobjects;
	bool ours = !is_named(info->dlpi_name, support) && !is_named(info->dlpi_name, system_libraries);
	bool tested = object == 0 || is_tested(info->dlpi_name);
	if (ours && p->p_type == PT_LOAD && (p->p_flags & PF_X) && ncodes < sizeof codes / sizeof *codes)
		codes[ncodes++] = (struct code){from, from + p->p_memsz, info->dlpi_addr, object, tested};
}

/* What becomes read-only after loading stays as it is. */
static int
remember_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	bool *ok = arg;
	uintptr_t relro = 0, relro_end = 0;
	(void)size;
	if (!is_new(info->dlpi_addr))
		return 0;
	nobjects++;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const Elf64_Phdr *p = &info->dlpi_phdr[i];
		note_code(info, p);
		if (p->p_type == PT_GNU_RELRO) {
			relro = info->dlpi_addr + p->p_vaddr;
			relro_end = (relro + p->p_memsz) & ~(uintptr_t)4095;
		}
		if (p->p_type == PT_TLS && nlocals < MOST_PARTS)
			locals[nlocals++] = (struct local){map_at(info->dlpi_addr), (const void *)(info->dlpi_addr + p->p_vaddr), p->p_filesz, p->p_memsz};
	}
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const Elf64_Phdr *p = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
		if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
			continue;
		if (from < relro_end && to > relro)
			from = relro_end;
		*ok = *ok && remember((unsigned char *)from, (unsigned char *)to);
	}
	return 0;
}

/* --- variables of the C library that it uses by their names: `optind`, `stdout`, `environ` --- */

static struct foreign {
	unsigned char *at, *copy;
	size_t size;
} *foreign;
static size_t nforeign, foreign_room;

static void
remember_foreign(const struct link_map *m, const struct dynamic *d, const Elf64_Rela *r, void *arg)
{
	const Elf64_Sym *s = &d->symbols[ELF64_R_SYM(r->r_info)];
	void *entry = NULL;
	Dl_info info;
	(void)m;
	(void)arg;
	if (s->st_shndx != SHN_UNDEF || !d->strings[s->st_name])
		return;
	unsigned char *at = real.dlsym(RTLD_DEFAULT, d->strings + s->st_name);
	if (!at || !dladdr1(at, &info, &entry, RTLD_DL_SYMENT) || !entry || is_new((uintptr_t)info.dli_fbase))
		return;
	size_t size = ((const Elf64_Sym *)entry)->st_size;
	if (ELF64_ST_TYPE(((const Elf64_Sym *)entry)->st_info) != STT_OBJECT || size == 0)
		return;
	if (nforeign == foreign_room)
		foreign = real.realloc(foreign, (foreign_room = 2 * foreign_room + 16) * sizeof *foreign);
	foreign[nforeign] = (struct foreign){at, real_calloc(1, size), size};
	memcpy(foreign[nforeign++].copy, at, size);
}

/* Some of them cannot be written, and need not be. */
static void
put_back_foreign(void)
{
	for (size_t i = 0; i < nforeign; i++)
		if (memcmp(foreign[i].at, foreign[i].copy, foreign[i].size) != 0)
			memcpy(foreign[i].at, foreign[i].copy, foreign[i].size);
}

static struct link_map *
last_object(void)
{
	struct link_map *m = known;
	while (m->l_next)
		m = m->l_next;
	return m;
}

bool
library_remember(void)
{
	bool ok = true;
	remembered = last_object();
	dl_iterate_phdr(remember_object, &ok);
	for (const struct link_map *m = known->l_next; m; m = m->l_next)
		if (!is_named(m->l_name, support) && !is_named(m->l_name, system_libraries))
			each_relocation(m, remember_foreign, NULL);
	return ok;
}

bool
library_restore(void)
{
	bool all = true;
	for (const struct link_map *m = remembered->l_next; m; m = m->l_next)
		all = all && (is_named(m->l_name, support) || is_named(m->l_name, system_libraries));
	for (size_t i = 0; i < nparts; i++)
		memcpy(parts[i].at, parts[i].copy, parts[i].size);
	put_back_foreign();
	return all;
}

const void *
library_variables(size_t nth, size_t *size)
{
	if (nth >= nparts)
		return NULL;
	*size = parts[nth].size;
	return parts[nth].at;
}

uint64_t
library_number(uint64_t seed)
{
	for (size_t i = 0; i < nparts; i++)
		seed = XXH3_64bits_withSeed(parts[i].at, parts[i].size, seed);
	return seed;
}

void
library_restore_local(void)
{
	for (size_t i = 0; i < nlocals; i++) {
		void *at = NULL;
		if (dlinfo(locals[i].map, RTLD_DI_TLS_DATA, &at) < 0 || !at)
			continue; /* this thread has not touched them */
		memcpy(at, locals[i].image, locals[i].filled);
		memset((unsigned char *)at + locals[i].filled, 0, locals[i].size - locals[i].filled);
	}
}

void
library_each_local(void (*fn)(const void *, size_t))
{
	for (size_t i = 0; i < nlocals; i++) {
		void *at = NULL;
		if (dlinfo(locals[i].map, RTLD_DI_TLS_DATA, &at) == 0 && at)
			fn(at, locals[i].size);
	}
}

uint64_t
library_number_local(uint64_t seed)
{
	for (size_t i = 0; i < nlocals; i++) {
		void *at = NULL;
		if (dlinfo(locals[i].map, RTLD_DI_TLS_DATA, &at) == 0 && at)
			seed = XXH3_64bits_withSeed(at, locals[i].size, seed);
	}
	return seed;
}

bool
library_has_local(void)
{
	return nlocals > 0;
}

static const char *
name_of(const struct link_map *m)
{
	const char *strings = NULL;
	for (const Elf64_Dyn *d = m->l_ld; d->d_tag != DT_NULL; d++)
		if (d->d_tag == DT_STRTAB)
			strings = (const char *)d->d_un.d_ptr;
	for (const Elf64_Dyn *d = m->l_ld; strings && d->d_tag != DT_NULL; d++)
		if (d->d_tag == DT_SONAME)
			return strings + d->d_un.d_val;
	return NULL;
}

/* A second C library, from a copy of its file, would not work beside the first. */
static void
take_hosts(void)
{
	const char *name = name_of(map);
	void *own = name ? real.dlopen(name, RTLD_NOW | RTLD_NOLOAD) : NULL;
	struct link_map *m;
	if (!own || dlinfo(own, RTLD_DI_LINKMAP, &m) < 0 || is_new(m->l_addr))
		return;
	handle = own;
	map = m;
}

bool
library_load(const char *path, const char **why)
{
	if (!loadable(path, why))
		return false;
	void *self = real.dlopen(NULL, RTLD_NOW);
	dlinfo(self, RTLD_DI_LINKMAP, &known);
	while (known->l_next)
		known = known->l_next;
	handle = real.dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		const char *error = dlerror();
		size_t n = strlen(path);
		bool named = strncmp(error, path, n) == 0 && error[n] == ':';
		snprintf(message, sizeof message, "%s", named ? error + n + 2 : error);
		return refuse(why, message);
	}
	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) < 0)
		return refuse(why, "cannot be looked into");
	take_hosts();
	bool failed = false;
	for (const struct link_map *m = known->l_next; m; m = m->l_next)
		each_relocation(m, rebind_own, &failed);
	return !failed || refuse(why, "has functions called like the C library's, and its own cannot be bound again");
}

bool
library_is_hosts(void)
{
	return !is_new(map->l_addr);
}

/* Only what the library itself defines: dlsym would also find what it brings along. */
void *
library_find(const char *symbol, const char **why)
{
	void *address = real.dlsym(handle, symbol), *entry = NULL;
	Dl_info info;
	if (!address || !dladdr1(address, &info, &entry, RTLD_DL_SYMENT) || (uintptr_t)info.dli_fbase != map->l_addr) {
		snprintf(message, sizeof message, "the library has no function %s", symbol);
		*why = message;
		return NULL;
	}
	if (entry && ELF64_ST_TYPE(((const Elf64_Sym *)entry)->st_info) == STT_OBJECT) {
		snprintf(message, sizeof message, "%s is a variable of the library, not a function", symbol);
		*why = message;
		return NULL;
	}
	return address;
}

void *
library_symbol(const char *symbol, bool not_own)
{
	Dl_info info;
	void *address = handle ? real.dlsym(handle, symbol) : NULL;
	bool own = address && dladdr(address, &info) && (uintptr_t)info.dli_fbase == map->l_addr;
	return own && not_own ? NULL : address;
}

struct import_walk {
	void (*fn)(const char *, enum symbol_class, void *);
	void *arg;
};

/* Does an object that came with the implementation define the symbol? */
static bool
defined_by_sibling(const char *symbol)
{
	Dl_info info;
	void *address = real.dlsym(handle, symbol);
	return address && dladdr(address, &info) && is_new((uintptr_t)info.dli_fbase);
}

static bool
defined_by_support(const char *symbol)
{
	Dl_info info;
	void *address = real.dlsym(RTLD_DEFAULT, symbol);
	return address && dladdr(address, &info) && info.dli_fname && is_named(info.dli_fname, support);
}

bool
library_brings(const char *symbol)
{
	return defined_by_sibling(symbol) || defined_by_support(symbol);
}

static void
import(const struct link_map *m, const struct dynamic *d, const Elf64_Rela *r, void *arg)
{
	const struct import_walk *w = arg;
	const Elf64_Sym *s = &d->symbols[ELF64_R_SYM(r->r_info)];
	unsigned type = ELF64_ST_TYPE(s->st_info);
	(void)m;
	if (type == STT_OBJECT || type == STT_TLS)
		return; /* variables do not wait */
	const char *name = d->strings + s->st_name;
	if (s->st_shndx != SHN_UNDEF || !*name || defined_by_sibling(name))
		return;
	enum symbol_class class = symbol_class(name);
	if (class != SYMBOL_UNKNOWN || !defined_by_support(name))
		w->fn(name, class, w->arg);
}

static void
each_import(const struct link_map *from, void (*fn)(const char *, enum symbol_class, void *), void *arg)
{
	for (const struct link_map *m = from; m; m = m->l_next)
		if (!is_named(m->l_name, support) && !is_named(m->l_name, system_libraries))
			each_relocation(m, import, &(struct import_walk){fn, arg});
}

void
library_each_import(void (*fn)(const char *, enum symbol_class, void *), void *arg)
{
	each_import(known->l_next, fn, arg);
}

static void
replace(const struct link_map *m, const struct dynamic *d, const Elf64_Rela *r, void *arg)
{
	void *(*const *other)(const char *) = arg;
	const Elf64_Sym *s = &d->symbols[ELF64_R_SYM(r->r_info)];
	void *address = s->st_shndx == SHN_UNDEF && is_slot(r) ? (*other)(d->strings + s->st_name) : NULL;
	if (address)
		bind_slot(m, r, (uintptr_t)address);
}

struct code_walk {
	void (*fn)(const unsigned char *, size_t, void *);
	void *arg;
};

static int
each_segment(struct dl_phdr_info *info, size_t size, void *arg)
{
	const struct code_walk *w = arg;
	(void)size;
	if (!is_new(info->dlpi_addr) || is_named(info->dlpi_name, support) || is_named(info->dlpi_name, system_libraries))
		return 0;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const Elf64_Phdr *p = &info->dlpi_phdr[i];
		if (p->p_type == PT_LOAD && (p->p_flags & PF_X) && (p->p_flags & PF_R))
			w->fn((const unsigned char *)(info->dlpi_addr + p->p_vaddr), p->p_memsz, w->arg);
	}
	return 0;
}

void
library_each_code(void (*fn)(const unsigned char *from, size_t size, void *), void *arg)
{
	dl_iterate_phdr(each_segment, &(struct code_walk){fn, arg});
}

void
library_each_entry(void (*fn)(const void *))
{
	each_pointer(map, fn);
	each_function(map, fn);
	for (const struct link_map *m = known->l_next; m; m = m->l_next)
		if (m != map && is_tested(m->l_name)) {
			each_pointer(m, fn);
			each_function(m, fn);
		}
}

void
library_replace(void *(*other)(const char *symbol))
{
	for (const struct link_map *m = known->l_next; m; m = m->l_next)
		if (!is_named(m->l_name, support) && !is_named(m->l_name, system_libraries))
			each_relocation(m, replace, &other);
}

void *
library_load_more(const char *path, int mode, void (*fn)(const char *, enum symbol_class, void *), void *arg)
{
	bool failed = false;
	const struct link_map *last = last_object();
	void *more = real.dlopen(path, mode);
	for (const struct link_map *m = last->l_next; more && m; m = m->l_next)
		each_relocation(m, rebind_own, &failed);
	if (more)
		each_import(last->l_next, fn, arg);
	return more;
}

/* NULL: it is elsewhere. */
static const struct code *
code_at(const void *address)
{
	uintptr_t at = (uintptr_t)address;
	for (size_t i = 0; i < ncodes; i++)
		if (at >= codes[i].from && at < codes[i].to)
			return &codes[i];
	return NULL;
}

bool
library_any_code_at(const void *address, uintptr_t *offset)
{
	const struct code *c = code_at(address);
	if (!c)
		return false;
	*offset = c->object << OBJECT_SHIFT | ((uintptr_t)address - c->base);
	return true;
}

bool
library_code_at(const void *address, uintptr_t *offset)
{
	const struct code *c = code_at(address);
	return c && c->tested && library_any_code_at(address, offset);
}

bool
library_is_host(const void *address)
{
	extern const char __executable_start, etext;
	return (const char *)address >= &__executable_start && (const char *)address < &etext;
}

void *
library_code(uintptr_t offset)
{
	uintptr_t object = offset >> OBJECT_SHIFT;
	offset &= ((uintptr_t)1 << OBJECT_SHIFT) - 1;
	for (size_t i = 0; i < ncodes; i++)
		if (codes[i].object == object && codes[i].base + offset >= codes[i].from && codes[i].base + offset < codes[i].to)
			return (void *)(codes[i].base + offset);
	return NULL;
}

bool
library_place(const void *address, uintptr_t *offset)
{
	Dl_info info;
	if (!map || !dladdr(address, &info) || (uintptr_t)info.dli_fbase != map->l_addr)
		return false;
	*offset = (uintptr_t)address - map->l_addr;
	return true;
}

/* --- who is who --- */

static bool
came_along(const struct link_map *m)
{
	const struct link_map *at = known ? known->l_next : NULL;
	while (at && at != m)
		at = at->l_next;
	return at != NULL;
}

enum owner
library_owner(const void *address)
{
	static const char *const hosts[] = {"libffi.so", NULL};
	struct dl_find_object found;
	if (_dl_find_object((void *)(uintptr_t)address, &found) < 0)
		return OWNER_NOBODY;
	if (library_is_host(address) || is_named(found.dlfo_link_map->l_name, hosts))
		return OWNER_HOST;
	return came_along(found.dlfo_link_map) ? OWNER_IMPLEMENTATION : OWNER_SYSTEM;
}

const char *
library_file(const void *address, uintptr_t *offset)
{
	struct dl_find_object found;
	*offset = (uintptr_t)address;
	if (_dl_find_object((void *)(uintptr_t)address, &found) < 0)
		return "";
	*offset -= found.dlfo_link_map->l_addr;
	return found.dlfo_link_map == map ? NULL : found.dlfo_link_map->l_name;
}

bool
library_is_loader(const void *address)
{
	struct dl_find_object found;
	return _dl_find_object((void *)(uintptr_t)address, &found) == 0 && is_named(found.dlfo_link_map->l_name, loaders);
}
