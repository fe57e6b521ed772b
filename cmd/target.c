#include "cmd/cmd.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 1000000000, MOST_PROCESSES = 4096 };

bool
take_target(struct target *t, int option, const char *argument)
{
	if (option == 'x')
		t->build.cc = argument;
	else if (option == 'X')
		t->build.flags = argument;
	else if (option == 'H')
		t->command = argument;
	else if (option == 'N')
		t->variants = 1u << VARIANT_PLAIN;
	else
		return false;
	return true;
}

const char *const engine_names[] = {[ENGINE_AUTO] = "auto", [ENGINE_CONTROLLED] = "controlled", [ENGINE_FREE] = "free"};
const char *const race_names[] = {[RACES_WARN] = "warn", [RACES_FAIL] = "error", [RACES_OFF] = "off"};

const char *const leak_names[] = {[LEAKS_WARN] = "warn", [LEAKS_FAIL] = "error", [LEAKS_OFF] = "off"};

enum { ENGINES = sizeof engine_names / sizeof *engine_names, RACES = sizeof race_names / sizeof *race_names, LEAKS = sizeof leak_names / sizeof *leak_names };

bool
take_engine(const struct command *c, struct target *t, const char *argument)
{
	for (size_t i = 0; i < ENGINES; i++) {
		t->engine = (enum engine)i;
		if (strcmp(argument, engine_names[i]) == 0)
			return true;
	}
	usage(c, "--engine is auto, controlled or free, not '%s'", argument);
	return false;
}

bool
take_argument(const struct command *c, struct target *t, const char *argument)
{
	if (t->narguments == REPLAY_MOST_ARGUMENTS) {
		usage(c, "--arg may be given %d times at most", REPLAY_MOST_ARGUMENTS);
		return false;
	}
	t->arguments[t->narguments++] = argument;
	return true;
}

bool
take_allow(const struct command *c, struct target *t, const char *argument)
{
	unsigned kind = bits_find(allowed_kinds, argument);
	struct arena a = {0};
	t->allowed |= kind;
	if (!kind)
		usage(c, "--allow takes one of %s, not '%s'", bits_names(&a, allowed_kinds, ALLOWED_ALL), argument);
	arena_free(&a);
	return kind;
}

bool
take_variant(const struct command *c, struct target *t, const char *argument)
{
	enum variant v;
	t->variants = 0;
	for (const char *at = argument;; at++) {
		size_t n = strcspn(at, ",");
		if (!variant_find(at, n, &v)) {
			usage(c, "--variant takes hooked, plain, unoptimised, guarded or several of them with commas, not '%.*s'", (int)n, at);
			return false;
		}
		t->variants |= 1u << v;
		at += n;
		if (!*at)
			return true;
	}
}

bool
take_race(const struct command *c, struct target *t, const char *argument)
{
	for (size_t i = 0; i < RACES; i++) {
		t->races = (enum host_races)i;
		if (strcmp(argument, race_names[i]) == 0)
			return true;
	}
	usage(c, "--race is warn, error or off, not '%s'", argument);
	return false;
}

bool
take_leak(const struct command *c, struct target *t, const char *argument)
{
	for (size_t i = 0; i < LEAKS; i++) {
		t->leaks = (enum host_leaks)i;
		if (strcmp(argument, leak_names[i]) == 0)
			return true;
	}
	usage(c, "--leak is warn, error or off, not '%s'", argument);
	return false;
}

bool
take_tests(const struct command *c, struct rounds_options *o, const char *argument)
{
	static const long long most = 1000000000;
	char *end;
	errno = 0;
	long long n = strtoll(argument, &end, 10);
	bool times = end > argument && strcmp(end, "x") == 0;
	if (errno || end == argument || (*end && !times) || n < 1 || n > (times ? most / 10000 : most)) {
		usage(c, "--tests takes a number from 1 to %lld, or 2x to %lldx for so many times the usual number, not '%s'", most, most / 10000, argument);
		return false;
	}
	o->tests = times ? 0 : (size_t)n;
	o->times = times ? (size_t)n : 0;
	return true;
}

bool
take_steps(const struct command *c, struct rounds_options *o, const char *argument)
{
	long long n = 0;
	bool ok = take_number(c, "--steps", argument, 1, 1000000000000, &n);
	o->steps = (uint64_t)n;
	return ok;
}

bool
take_sandbox(const struct command *c, struct target *t, const char *argument)
{
	static const char *const names[] = {[SANDBOX_OFF] = "off", [SANDBOX_ON] = "on", [SANDBOX_REQUIRED] = "require"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		t->sandboxing = argument ? (enum sandboxing)i : SANDBOX_ON;
		if (!argument || strcmp(argument, names[i]) == 0)
			return true;
	}
	usage(c, "--sandbox is on, off or require, not '%s'", argument);
	return false;
}

/* The hosts, and what else belongs to the program, stand beside it, or in libexec beside its bin. */
static const char *
own_file(struct arena *a, const char *name)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	if (n <= 0)
		return name;
	path[n] = 0;
	const char *folder = dirname(path);
	const char *beside = arena_printf(a, "%s/%s", folder, name);
	return access(beside, R_OK) == 0 ? beside : arena_printf(a, "%s/../libexec/srtest/%s", folder, name);
}

const char *
selftest_file(struct arena *a, const char *name)
{
	return own_file(a, arena_printf(a, "selftest/%s", name));
}

/* Folders and files that flags name, such as -Iinclude. */
static void
add_named(struct arena *a, const char *flags, struct build_paths *to)
{
	for (; flags && *flags; flags += strcspn(flags, " \t\n")) {
		flags += strspn(flags, " \t\n");
		const char *named = arena_strndup(a, flags, strcspn(flags, " \t\n"));
		const char *path = strncmp(named, "-I", 2) == 0 || strncmp(named, "-L", 2) == 0 ? named + 2 : named;
		if (*path && *path != '-' && access(path, R_OK) == 0)
			vec_push(a, to, path);
	}
}

/* Compilers see the sources and the headers beside them, beside the specification and in the current folder, but no other source. */
static void
choose_seen(struct arena *a, const struct target *t, size_t n, const char *const *sources, struct build_paths *to)
{
	for (size_t i = 0; i < n; i++) {
		vec_push(a, to, sources[i]);
		build_add_headers(a, dirname(arena_strdup(a, sources[i])), to);
	}
	if (t->build.spec)
		build_add_headers(a, dirname(arena_strdup(a, t->build.spec)), to);
	build_add_headers(a, ".", to);
	add_named(a, t->build.flags, to);
}

static bool
compile(struct target *t, struct arena *a, struct diags *d, size_t n, const char *const *sources)
{
	struct text words = {0}, shown = {0};
	struct build_paths seen = {0};
	choose_seen(a, t, n, sources, &seen);
	struct sandbox_options *o = arena_new(a, struct sandbox_options);
	*o = (struct sandbox_options){.nread = seen.n, .read = seen.at, .work = ".", .processes = MOST_PROCESSES};
	t->build.own_sandbox = t->sandboxing == SANDBOX_OFF ? NULL : o;
	t->built = build_start(d, &t->build, n, sources, &words, NULL);
	text_shown(&shown, words.s, words.n); /* compilers show what stands in the source */
	if (shown.n)
		fwrite(shown.s, 1, shown.n, stderr);
	text_free(&words);
	text_free(&shown);
	return t->built != NULL;
}

static const char *
absolute(struct arena *a, const char *path)
{
	char *real = realpath(path, NULL);
	const char *copy = arena_strdup(a, real ? real : path);
	free(real);
	return copy;
}

int
tested_exit(const struct tested *t)
{
	switch (t->verdict) {
	case TESTED_PASS:
		return EXIT_CONFORMS;
	case TESTED_FAIL:
		return EXIT_VIOLATION;
	case TESTED_UNDECIDED:
		return EXIT_UNDECIDED;
	case TESTED_ERROR:
		break;
	}
	return t->not_loaded ? EXIT_BUILD : t->bad_spec ? EXIT_INPUT : EXIT_SYSTEM;
}

void
target_choose_hosts(struct target *t, struct arena *a)
{
	const char *freely = own_file(a, "srtest-host-free");
	if (t->engine == ENGINE_FREE)
		t->host = (struct host_options){.program = freely, .free = true, .patience = TESTER_FREE_PATIENCE};
	else
		t->host = (struct host_options){.program = own_file(a, "srtest-host"), .patience = 5ll * SECONDS};
	t->host.races = t->races;
	t->host.leaks = t->leaks;
	t->host.allowed = t->allowed;
	t->host.main = (struct program_start){.n = t->narguments, .arguments = t->arguments};
	t->free_program = t->engine == ENGINE_AUTO && !t->command ? freely : NULL; /* somebody else's host has no other engine */
}

static bool
open_sandbox(struct target *t, struct diags *d)
{
	struct sandbox_options o = {.processes = MOST_PROCESSES};
	if (t->sandboxing == SANDBOX_OFF)
		return true;
	t->host.sandbox = t->sandbox = tester_sandbox(d, &t->host, t->free_program, NULL, &o);
	t->unsafe = !t->sandbox;
	return t->sandbox != NULL;
}

bool
target_is_safe(struct target *t, struct arena *a, struct diags *d)
{
	if (t->sandboxing != SANDBOX_REQUIRED)
		return true;
	struct sandbox *s = sandbox_open(d, &(struct sandbox_options){.processes = MOST_PROCESSES});
	const char *lacks = s ? sandbox_lacks(s, a) : NULL;
	t->unsafe = lacks || !s;
	sandbox_close(s);
	if (lacks)
		diag_error(d, (struct span){0}, "a sandbox is required, but not all of it can be had here; missing: %s", lacks);
	return !t->unsafe;
}

static const char *
other_library(void *context, enum variant v, bool *lost)
{
	struct target *t = context;
	return build_variant(t->built, v, lost);
}

/* Where calls run freely nothing stops them at accesses to memory, and one variant is as good as another. */
unsigned
target_variants(const struct target *t)
{
	unsigned chosen = t->variants ? t->variants : VARIANTS_ALL;
	return t->engine == ENGINE_FREE ? 1u << variant_usual(chosen) : chosen;
}

/* What hosts are told of what was compiled. */
static void
tell_variants(struct target *t)
{
	t->host.library = build_library(t->built);
	t->host.variant = variant_usual(t->build.variants);
	t->host.others = (struct host_others){t->build.variants & ~(1u << t->host.variant), other_library, t, build_folder(t->built)};
}

bool
target_open(struct target *t, struct arena *a, struct diags *d, const char *spec, size_t n, const char *const *paths)
{
	bool sources = false;
	for (size_t i = 0; i < n && !t->command; i++)
		sources = sources || build_is_source(paths[i]);
	target_choose_hosts(t, a);
	t->host.command = t->command;
	t->build.spec = spec;
	if (n > 1 && !sources)
		return diag_error(d, (struct span){0}, "%s: one implementation is tested at a time; several files must be sources in C or C++", paths[1]);
	if (!target_is_safe(t, a, d))
		return false;
	t->build.variants = target_variants(t);
	if (sources && !compile(t, a, d, n, paths))
		return false;
	if (sources)
		tell_variants(t);
	else
		t->host.library = absolute(a, paths[0]);
	t->host.name = sources ? paths[0] : NULL;
	return open_sandbox(t, d);
}

const char *
target_library(struct target *t, enum variant v)
{
	bool lost;
	const char *library = t->host.others.which >> v & 1 ? build_variant(t->built, v, &lost) : NULL;
	return library ? library : t->host.library;
}

struct tested
target_error(const struct diags *d, const struct model *m, const char *implementation)
{
	const char *reason = d->list.n ? d->list.at[d->list.n - 1].message : "it cannot be compiled";
	return (struct tested){.implementation = implementation, .model = m, .verdict = TESTED_ERROR, .not_loaded = true, .reason = reason};
}

void
target_close(struct target *t)
{
	sandbox_close(t->sandbox);
	t->sandbox = NULL;
	build_free(t->built);
	t->built = NULL;
}
