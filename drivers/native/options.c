/*
 * Options of programs. Where the C library stands among them it does not tell, and a test may have ended in between: who looks for the
 * first one begins anew.
 */
#include "drivers/native/options.h"

#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/stateful.h"

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

static const struct shared_state place_of_getopt = SHARED_STATE("place of getopt");
static bool left; /* by another test */
static int first, complains; /* `optind` and `opterr` as they were */

void
options_remember(void)
{
	first = optind;
	complains = opterr;
}

void
options_reset(void)
{
	left = true;
	optind = first;
	opterr = complains;
	optarg = NULL;
}

/* With an `optind` of 0 the C library forgets where it stood; and how arguments are ordered, options say at their beginning. */
static void
begin_anew(const char *options)
{
	char none[] = "", *arguments[] = {none, NULL};
	int at = optind;
	if (!left)
		return;
	left = false;
	optind = 0;
	real.getopt(1, arguments, options);
	optind = at;
}

/* Where it stands, and what it finds, is the same for all threads. */
#define LOOKS(name, parameters, arguments) \
	EXPORT int name parameters \
	{ \
		stateful_changes(&place_of_getopt, NULL, PLACE); \
		begin_anew(options); \
		int found = real.name arguments; \
		stateful_reads(&place_of_getopt, NULL, PLACE); \
		return found; \
	}

LOOKS(getopt, (int n, char *const *arguments, const char *options), (n, arguments, options))
LOOKS(getopt_long, (int n, char *const *arguments, const char *options, const struct option *names, int *which), (n, arguments, options, names, which))
LOOKS(getopt_long_only, (int n, char *const *arguments, const char *options, const struct option *names, int *which), (n, arguments, options, names, which))
