#include "drivers/native/trap.h"

#include "drivers/native/library.h"
#include "drivers/native/misuse.h"
#include "drivers/native/schedule.h"
#include "drivers/native/settled.h"
#include "drivers/native/stubs.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TRAPS = 2048 };

static struct trap {
	const char *symbol;
	enum symbol_class class;
	void *function, *stub;
} traps[MOST_TRAPS] SETTLED;
static unsigned ntraps SETTLED;

static bool
is_trapped(enum symbol_class class)
{
	return class == SYMBOL_BLOCKS || class == SYMBOL_UNSUPPORTED || class == SYMBOL_UNKNOWN;
}

static const struct trap *
find(const char *symbol)
{
	for (unsigned i = 0; i < ntraps; i++)
		if (strcmp(traps[i].symbol, symbol) == 0)
			return &traps[i];
	return NULL;
}

/* Outside of tests it may be called. */
static void *
taken(unsigned n, const struct stub_arguments *unused, const void *place)
{
	char what[256];
	(void)unused;
	if (schedule_self()) {
		snprintf(what, sizeof what, "%s (%s)", traps[n].symbol, symbol_class_name(traps[n].class));
		unseen(what, place);
	}
	return traps[n].function;
}

void *
trap_for(const char *symbol)
{
	enum symbol_class class = symbol_class(symbol);
	const struct trap *known = is_trapped(class) ? find(symbol) : NULL;
	if (known)
		return known->stub;
	void *function = is_trapped(class) && !library_brings(symbol) ? stub_function(symbol) : NULL;
	void *stub = function && ntraps < MOST_TRAPS ? stub_make(taken, ntraps) : NULL;
	if (stub)
		traps[ntraps++] = (struct trap){symbol, class, function, stub};
	return stub;
}

bool
trap_covers(const char *symbol)
{
	return is_trapped(symbol_class(symbol)) && (find(symbol) || !stub_function(symbol));
}
