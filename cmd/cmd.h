/* Subcommands: one file each, and a table of them in main.c. */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "base/diag.h"
#include "build/build.h"
#include "report/report.h"
#include "spec/spec.h"
#include "test/replay.h"
#include "tester/tester.h"

/* What the program ends with. */
enum exit_status { EXIT_CONFORMS = 0, EXIT_VIOLATION = 1, EXIT_USAGE = 2, EXIT_INPUT = 3, EXIT_BUILD = 4, EXIT_UNDECIDED = 5, EXIT_SYSTEM = 6 };

struct command {
	const char *name, *arguments, *summary;
	const char *options; /* for --help */
	int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

extern const struct command command_check, command_grade, command_init, command_judge, command_replay, command_run, command_schema, command_selftest;

/* Says how the command is used, on standard error, and returns EXIT_USAGE. */
int usage(const struct command *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* --help of a command. */
int help(const struct command *);

/* Options that several commands take. */
struct common {
	struct spec_options spec;
	struct define defines[64];
	enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool verbose, quiet;
};

#define COMMON_SHORT ":hvqD:"
#define COMMON_LONG \
	{"define", required_argument, NULL, 'D'}, {"policy", required_argument, NULL, 'P'}, {"order", required_argument, NULL, 'O'}, {"color", required_argument, NULL, 'C'}, \
	{"verbose", no_argument, NULL, 'v'}, {"quiet", no_argument, NULL, 'q'}, {"help", no_argument, NULL, 'h'}
#define COMMON_HELP \
	"  -D, --define NAME=VALUE   give a constant or a parameter this value\n" \
	"      --policy POLICY       a policy's name or file, instead of the specification's\n" \
	"      --order ORDER         time: a call goes ahead after those that had returned when it began; rest: calls of a phase in any order\n" \
	"      --color WHEN          auto, always or never\n" \
	"  -v, --verbose             say more\n" \
	"  -q, --quiet               say nothing but errors\n" \
	"  -h, --help                this text\n"

struct option;

/* The next option, or -1. '?': there is something wrong with it, and that was said. `letters` begin with a colon. */
int next_option(const struct command *, int argc, char **argv, const char *letters, const struct option *);
/* Where the first path was no specification: says so if it seems that a later one is. */
void tell_order(const struct command *, int n, char *const *paths);
/* Takes one of the common options; returns false, after saying so, if its argument is wrong, and if the option is '?'. */
bool take_common(const struct command *, struct common *, int option, char *argument);
bool use_color(const struct common *, FILE *);
/* Says, before anything is tested, what a specification leaves untested; and prints what was noticed before. */
void forewarn(const struct common *, struct diags *, const struct model *);
/* A number of an option, from `low` to `high`. */
bool take_number(const struct command *, const char *option, const char *argument, long long low, long long high, long long *number);

/* The reports that a command can write. */
struct formats {
	const char *(*names)(void); /* "text, json or junit" */
	bool (*known)(const char *name);
	void (*write)(struct text *, const struct report_style *, const char *name, const void *subject);
};

/* Those on one implementation; the subject is a struct tested. */
extern const struct formats formats_tested;

/* The reports that are asked for: --format and --output, in pairs. */
struct outputs {
	const struct formats *formats;
	struct output {
		const char *format;
		const char *path; /* NULL or "-": standard output */
	} at[16];
	size_t n;
};

#define OUTPUT_LONG {"format", required_argument, NULL, 'f'}, {"output", required_argument, NULL, 'o'}
#define OUTPUT_SHORT "f:o:"
#define FORMAT_HELP "  -f, --format FORMAT       text, json (an object in a line), junit (XML), html or github (lines to mark)\n"
#define OUTPUT_HELP \
	"  -o, --output FILE         where the report of the --format before it goes; several pairs can be given\n"

/* Takes --format or --output; returns false, after saying so, if it is wrong. */
bool take_output(const struct command *, struct outputs *, int option, const char *argument);
/*
 * Can all of them be written, and none over an input, of which NULL is the last? If not, says so and returns false. Where nothing goes to
 * standard output, text does.
 */
bool outputs_ready(const struct command *, struct outputs *, const char *const *inputs);
/* The same for inputs of which nothing was known then. */
bool outputs_spare(const struct command *, const struct outputs *, const char *const *inputs);
/* Why no file may be written at the path: an input would be lost by that. NULL: it may. */
const char *output_obstacle(const char *path, const char *const *inputs);
/* Writes all; each file completely, or not at all. False: one could not be written, and that was said. */
bool outputs_write(const struct outputs *, const struct common *, const void *subject);

/* The same; but where nothing could be tested, the diagnostics say more than the text for people would. */
bool outputs_report(const struct outputs *, const struct common *, const struct tested *, size_t n);
/* What the program ends with. */
int tested_exit(const struct tested *);

/* A line on the terminal that says how far it is. */
struct progress {
	bool shown; /* is there a terminal? */
	bool dirty; /* there is a line now */
	double last;
};

void progress_start(struct progress *, const struct common *);
/* Is it time for a new line? Then progress_show. */
bool progress_due(struct progress *);
void progress_show(struct progress *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void progress_clear(struct progress *);

/* The implementation that a command tests: a shared object, or sources that are compiled first. */
enum engine { ENGINE_AUTO, ENGINE_CONTROLLED, ENGINE_FREE };
/* Where hosts run: REQUIRED: nothing is run if a layer is missing that is essential. */
enum sandboxing { SANDBOX_OFF, SANDBOX_ON, SANDBOX_REQUIRED };

struct target {
	const char *command; /* of --host, or NULL */
	const char *arguments[REPLAY_MOST_ARGUMENTS]; /* of --arg */
	size_t narguments;
	unsigned allowed; /* kinds of misuse that tests go on after */
	enum engine engine; /* of the command line */
	unsigned variants; /* the same, of sources, as bits; 0: all */
	struct build_options build; /* the same */
	struct build *built; /* or NULL */
	enum host_races races; /* of the command line */
	enum host_leaks leaks; /* the same */
	enum sandboxing sandboxing; /* the same */
	struct sandbox *sandbox; /* or NULL */
	bool unsafe; /* it was required, and cannot be had */
	struct host_options host;
	const char *free_program; /* as tester_options has it */
};

#define TARGET_LONG {"engine", required_argument, NULL, 'e'}, {"cc", required_argument, NULL, 'x'}, {"cflags", required_argument, NULL, 'X'}, \
	{"no-hooks", no_argument, NULL, 'N'}, {"host", required_argument, NULL, 'H'}, {"race", required_argument, NULL, 'A'}, {"leak", required_argument, NULL, 'Q'}, \
	{"sandbox", optional_argument, NULL, 'B'}, {"arg", required_argument, NULL, 'g'}, {"allow", required_argument, NULL, 'L'}, {"variant", required_argument, NULL, 'V'}
#define TARGET_HELP \
	"      --engine ENGINE       auto (default), controlled or free\n" \
	"      --cc COMMAND          the compiler for implementations in C (default gcc)\n" \
	"      --cflags FLAGS        more flags for it\n" \
	"      --variant NAMES       how sources are compiled: hooked, plain, unoptimised, guarded, or several with commas (default: all;\n" \
	"                            most tests are made in the first, and some in each of the others)\n" \
	"      --no-hooks            the same as --variant plain: accesses to memory are no scheduling points\n" \
	"      --arg WORD            an argument for a whole program, tested by its main; may be given several times\n" \
	"      --allow KIND          go on after this kind of misuse: unlock, destroy, wait or use; may be given several times\n" \
	"      --host COMMAND        a program that drives implementations of another kind\n" \
	"      --race WHAT           a data race is a warning (warn, the default), an error, or not looked for (off)\n" \
	"      --leak WHAT           descriptors and threads left after destroy are a warning (warn), an error, or ignored (off)\n" \
	"      --sandbox[=WHEN]      run it where it can do no harm: on, off, or require (default: off; of grade, on)\n"

/* Takes one of the options above; false if it is none of them. */
bool take_target(struct target *, int option, const char *argument);
/* What --engine and --race take, by enum engine and enum host_races. */
extern const char *const engine_names[], *const race_names[], *const leak_names[];
/* Takes the argument of --arg, which is option 'g'; false after a message. */
bool take_argument(const struct command *, struct target *, const char *argument);
/* Takes the argument of --allow, which is option 'L'; false after a message. */
bool take_allow(const struct command *, struct target *, const char *argument);
/* Takes the argument of --variant, which is option 'V'; false after a message. */
bool take_variant(const struct command *, struct target *, const char *argument);
/* Takes the argument of --leak, which is option 'Q'; false after a message. */
bool take_leak(const struct command *, struct target *, const char *argument);
/* Takes the argument of --race, which is option 'A'; false after a message. */
bool take_race(const struct command *, struct target *, const char *argument);
/* Takes the argument of --tests, `N` or `Nx`; false after a message. */
bool take_tests(const struct command *, struct rounds_options *, const char *argument);
/* Takes the argument of --steps; false after a message. */
bool take_steps(const struct command *, struct rounds_options *, const char *argument);
/* Takes the argument of --sandbox, or NULL, which is option 'B'; false after a message. */
bool take_sandbox(const struct command *, struct target *, const char *argument);
/* Before anything is run: is there all of a sandbox that is required? False after a diagnostic. */
bool target_is_safe(struct target *, struct arena *, struct diags *);
/* Takes the argument of --engine, which is option 'e'; false after a message. */
bool take_engine(const struct command *, struct target *, const char *argument);
/* Fills in `host` and `free_program`, but for the library. */
void target_choose_hosts(struct target *, struct arena *);
/* Compiles what has to be, and tells where everything is. False after a diagnostic. */
bool target_open(struct target *, struct arena *, struct diags *, const char *spec, size_t n, const char *const *paths);
void target_close(struct target *);
/* The variants in which sources are compiled, as bits. */
unsigned target_variants(const struct target *);
/* The library of a variant. */
const char *target_library(struct target *, enum variant);
/* A file that selftest needs: it stands in a folder beside the hosts. */
const char *selftest_file(struct arena *, const char *name);
/* What reports say where it could not be opened. */
struct tested target_error(const struct diags *, const struct model *, const char *implementation);

/* A failure that is to be kept in a file. */
struct saving {
	const char *file; /* NULL: one in the current folder that is named after the resource and the seed */
	bool off;
	const struct common *common;
	const char *spec; /* as it was named */
	size_t nimplementation;
	const char *const *implementation;
	struct target *target;
	unsigned allowed; /* kinds of misuse */
	size_t narguments;
	const char *const *arguments; /* of --arg */
};

/* Keeps a failure that was found, the nth one. Returns the file's name, or NULL, after saying why unless it is off. */
const char *save_failure(const struct saving *, struct arena *, const struct spec *, const struct tested *, size_t nth);

#endif
