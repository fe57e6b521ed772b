#include "cmd/cmd.h"
#include "explore/explore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION "0.1"

static const struct command *const commands[] = {&command_run, &command_grade, &command_replay, &command_check, &command_judge, &command_init, &command_schema, &command_selftest};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void
print_usage(FILE *f)
{
	fprintf(f, "usage: srtest COMMAND [OPTIONS] ...\n\n");
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(f, "  srtest %-8s %-22s %s\n", commands[i]->name, commands[i]->arguments, commands[i]->summary);
	fprintf(f, "\n'srtest COMMAND --help' tells the options of a command; the manuals are srtest(1) and srtest-spec(5).\n");
}

int
usage(const struct command *c, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fprintf(stderr, "srtest %s: ", c->name);
	vfprintf(stderr, fmt, ap);
	fprintf(stderr, "\nusage: srtest %s [OPTIONS]%s%s\n", c->name, *c->arguments ? " " : "", c->arguments);
	va_end(ap);
	return EXIT_USAGE;
}

int
help(const struct command *c)
{
	printf("usage: srtest %s [OPTIONS]%s%s\n\n%s.\n\n%s", c->name, *c->arguments ? " " : "", c->arguments, c->summary, c->options);
	return EXIT_CONFORMS;
}

static bool
take_define(const struct command *c, struct common *common, char *argument)
{
	char *equals = strchr(argument, '=');
	size_t n = common->spec.ndefines;
	if (!equals || equals == argument) {
		usage(c, "--define takes NAME=VALUE, not '%s'", argument);
		return false;
	}
	if (n == sizeof common->defines / sizeof *common->defines) {
		usage(c, "there are more than %zu --define", n);
		return false;
	}
	*equals = 0;
	common->defines[n] = (struct define){argument, equals + 1};
	common->spec.defines = common->defines;
	common->spec.ndefines = n + 1;
	return true;
}

static bool
take_color(const struct command *c, struct common *common, const char *argument)
{
	static const char *const words[] = {[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
	for (enum color i = COLOR_AUTO; i <= COLOR_NEVER; i++) {
		if (strcmp(argument, words[i]) == 0) {
			common->color = i;
			return true;
		}
	}
	usage(c, "--color takes auto, always or never, not '%s'", argument);
	return false;
}

static bool
take_order(const struct command *c, struct common *common, const char *argument)
{
	for (size_t i = 0; i < 2; i++) {
		common->spec.order = spec_orders[i];
		if (strcmp(argument, spec_orders[i]) == 0)
			return true;
	}
	usage(c, "--order takes time or rest, not '%s'", argument);
	return false;
}

bool
take_common(const struct command *c, struct common *common, int option, char *argument)
{
	switch (option) {
	case 'D':
		return take_define(c, common, argument);
	case 'P':
		common->spec.policy = argument;
		return true;
	case 'O':
		return take_order(c, common, argument);
	case 'C':
		return take_color(c, common, argument);
	case 'v':
		common->verbose = true;
		return true;
	case 'q':
		common->quiet = true;
		return true;
	}
	return false; /* next_option said why */
}

bool
use_color(const struct common *c, FILE *f)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	if (c->color != COLOR_AUTO)
		return c->color == COLOR_ALWAYS;
	return isatty(fileno(f)) && !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
}

void
forewarn(const struct common *c, struct diags *d, const struct model *m)
{
	if (!c->quiet)
		explore_forewarn(d, m);
	diags_print(d, stderr, use_color(c, stderr));
	diags_free(d);
}

bool
take_number(const struct command *c, const char *option, const char *argument, long long low, long long high, long long *number)
{
	char *end;
	errno = 0;
	*number = strtoll(argument, &end, 10);
	if (!errno && *argument && !*end && *number >= low && *number <= high)
		return true;
	usage(c, "%s takes a number from %lld to %lld, not '%s'", option, low, high, argument);
	return false;
}

static int
run_command(int argc, char **argv)
{
	const char *names[COMMANDS];
	for (size_t i = 0; i < COMMANDS; i++) {
		names[i] = commands[i]->name;
		if (strcmp(argv[0], names[i]) == 0)
			return commands[i]->run(argc, argv);
	}
	if (argv[0][0] == '-') {
		fprintf(stderr, "srtest: the command comes first, and options behind it: there is no command '%s'\n", argv[0]);
		print_usage(stderr);
		return EXIT_USAGE;
	}
	const char *near = text_nearest(argv[0], names, COMMANDS);
	fprintf(stderr, "srtest: there is no command '%s'%s%s%s\n", argv[0], near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	print_usage(stderr);
	return EXIT_USAGE;
}

/*
 * What whoever started us left behind: where the end of children is ignored it is told to nobody, and where 0, 1 or 2 is closed, the
 * next file that is opened would stand there. What takes its place cannot be used either.
 */
static void
put_in_order(void)
{
	signal(SIGCHLD, SIG_DFL);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(EXIT_SYSTEM);
}

int
main(int argc, char **argv)
{
	put_in_order();
	if (argc < 2) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("srtest %s\n", VERSION);
		return EXIT_CONFORMS;
	}
	bool wants_help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0;
	if (wants_help && argc == 2) {
		print_usage(stdout);
		return EXIT_CONFORMS;
	}
	char *of_command[] = {wants_help ? argv[2] : NULL, (char[]){"--help"}, NULL};
	int status = wants_help ? run_command(2, of_command) : run_command(argc - 1, argv + 1);
	if (fflush(stdout) == EOF || ferror(stdout)) {
		fprintf(stderr, "srtest: standard output: %s\n", strerror(errno));
		return EXIT_SYSTEM;
	}
	return status;
}
