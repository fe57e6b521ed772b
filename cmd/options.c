#include "cmd/cmd.h"

#include <getopt.h>
#include <string.h>

enum { MOST_NAMES = 64 };

static void
unknown_option(const struct command *c, const char *given, const struct option *known)
{
	const char *names[MOST_NAMES];
	size_t n = 0, length = strcspn(given, "="), begin_alike = 0;
	char name[64];
	for (; known[n].name && n < MOST_NAMES; n++) {
		names[n] = known[n].name;
		begin_alike += strncmp(known[n].name, given, length) == 0;
	}
	if (begin_alike > 1) {
		usage(c, "several options begin with --%.*s", (int)length, given);
		return;
	}
	snprintf(name, sizeof name, "%.*s", (int)length, given);
	const char *near = text_nearest(name, names, n);
	usage(c, "there is no option --%.*s%s%s%s", (int)length, given, near ? "; did you mean --" : "", near ? near : "", near ? "?" : "");
}

int
next_option(const struct command *c, int argc, char **argv, const char *letters, const struct option *known)
{
	opterr = 0;
	int option = getopt_long(argc, argv, letters, known, NULL);
	if (option != '?' && option != ':')
		return option;
	const char *given = argv[optind - 1];
	bool letter = strncmp(given, "--", 2) != 0;
	if (letter)
		usage(c, option == ':' ? "-%c needs an argument" : "there is no option -%c", optopt);
	else if (option == ':')
		usage(c, "%s needs an argument", given);
	else if (optopt)
		usage(c, "%.*s takes no argument", (int)strcspn(given, "="), given);
	else
		unknown_option(c, given + 2, known);
	return '?';
}

static bool
is_yaml(const char *path)
{
	const char *dot = strrchr(path, '.');
	return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

void
tell_order(const struct command *c, int n, char *const *paths)
{
	for (int i = 1; i < n && !is_yaml(paths[0]); i++)
		if (is_yaml(paths[i])) {
			usage(c, "the specification comes first");
			return;
		}
}
