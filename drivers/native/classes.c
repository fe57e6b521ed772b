#include "drivers/native/classes.h"

#include "drivers/native/symbols.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	enum symbol_class class;
} table[] = {
#define INTERPOSED(name) {#name, SYMBOL_INTERPOSED},
#define HARMLESS(name) {#name, SYMBOL_HARMLESS},
#define VARIES(name) {#name, SYMBOL_VARIES},
#define BLOCKS(name) {#name, SYMBOL_BLOCKS},
#define IDENTITY(name) {#name, SYMBOL_IDENTITY},
#define UNSUPPORTED(name) {#name, SYMBOL_UNSUPPORTED},
	SYMBOLS(INTERPOSED, HARMLESS, VARIES, BLOCKS, IDENTITY, UNSUPPORTED)
};

static const char *const class_names[] = {
	[SYMBOL_INTERPOSED] = "interposed", [SYMBOL_HARMLESS] = "harmless", [SYMBOL_VARIES] = "varies", [SYMBOL_BLOCKS] = "blocks", [SYMBOL_IDENTITY] = "identity",
	[SYMBOL_UNSUPPORTED] = "unsupported", [SYMBOL_UNKNOWN] = "unknown",
};

const char *
symbol_class_name(enum symbol_class c)
{
	return class_names[c];
}

enum symbol_class
symbol_class(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, name) == 0)
			return table[i].class;
	return SYMBOL_UNKNOWN;
}
