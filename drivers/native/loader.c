/* Loading and looking up at run time: must not lead past the host to the C library. */
#include "drivers/native/library.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/strange.h"

#include <dlfcn.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

static void
must_be_seen(const char *symbol, enum symbol_class class, void *place)
{
	char text[128];
	if (class == SYMBOL_INTERPOSED || class == SYMBOL_HARMLESS || class == SYMBOL_VARIES || !schedule_self())
		return;
	snprintf(text, sizeof text, "%s (%s), from what it loads itself", symbol, symbol_class_name(class));
	unseen(text, place);
}

/* What is loaded in a test was not there to be looked through. */
static void
note_code(const unsigned char *from, size_t size, void *arg)
{
	uintptr_t offset;
	(void)arg;
	if (!library_any_code_at(from, &offset))
		strange_loaded(from, size);
}

EXPORT void *
dlopen(const char *path, int mode)
{
	if (!implementation_runs() || !path)
		return real.dlopen(path, mode);
	void *more = library_load_more(path, (mode & ~(RTLD_DEEPBIND | RTLD_LAZY)) | RTLD_NOW, must_be_seen, PLACE);
	if (more && schedule_self())
		library_each_code(note_code, NULL);
	return more;
}

/* Does the address lie in the library that malloc comes from? */
static bool
of_c_library(void *address)
{
	Dl_info it, c;
	return dladdr(address, &it) && dladdr(*(void **)(void *)&real.malloc, &c) && it.dli_fbase == c.dli_fbase;
}

EXPORT void *
dlsym(void *restrict handle, const char *restrict symbol)
{
	real_init();
	void *found = real.dlsym(handle, symbol);
	if (!implementation_runs())
		return found;
	if (!found && (handle == RTLD_DEFAULT || handle == RTLD_NEXT))
		return library_symbol(symbol, handle == RTLD_NEXT); /* the C library sees the host ask */
	if (!found || !of_c_library(found))
		return found;
	if (symbol_class(symbol) == SYMBOL_INTERPOSED)
		return real.dlsym(real.dlopen(NULL, RTLD_NOW), symbol);
	must_be_seen(symbol, symbol_class(symbol), PLACE);
	return found;
}
