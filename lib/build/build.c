#include "build/build.h"

#include "build/background.h"
#include "build/folder.h"
#include "build/tool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_STEM = NAME_MAX - 3 };

struct build {
	struct arena arena;
	struct folder folder;
	struct build_options options;
	enum variant variant; /* that is being made */
	const char *made; /* the folder of what is */
	const char *library; /* in it */
	const char *limit;
	bool killed; /* a compiler was */
	int wanted; /* of a tool */
	size_t n;
	const char *const *sources;
	bool asked; /* for another variant */
	struct background others; /* by variant */
	const char *libraries[VARIANTS]; /* of the others */
	struct sandbox *sandbox; /* of our own, while something is made; or NULL */
};

typedef VEC(char *) arguments;

/* How long the end of a source's name is that tells its language; 0: it is none. The first one is C, the others are C++. */
static size_t
suffix_of(const char *path, bool *cxx)
{
	static const char *const suffixes[] = {".c", ".cc", ".cpp", ".cxx"};
	size_t n = strlen(path);
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		size_t k = strlen(suffixes[i]);
		*cxx = i > 0;
		if (n > k && strcmp(path + n - k, suffixes[i]) == 0)
			return k;
	}
	return 0;
}

bool
build_is_source(const char *path)
{
	bool cxx;
	return suffix_of(path, &cxx) > 0;
}

bool
build_is_header(const char *name)
{
	size_t n = strlen(name);
	return n > 2 && strcmp(name + n - 2, ".h") == 0;
}

void
build_add_headers(struct arena *a, const char *folder, struct build_paths *to)
{
	DIR *d = opendir(folder);
	for (struct dirent *e; d && (e = readdir(d));)
		if (build_is_header(e->d_name))
			vec_push(a, to, arena_printf(a, "%s/%s", folder, e->d_name));
	if (d)
		closedir(d);
}

/* --- the command --- */

static void
add(struct build *b, arguments *to, const char *argument)
{
	vec_push(&b->arena, to, arena_strdup(&b->arena, argument));
}

static void
add_words(struct build *b, arguments *to, const char *words)
{
	while (words && *words) {
		size_t blanks = strspn(words, " \t\n"), n = strcspn(words + blanks, " \t\n");
		if (n)
			vec_push(&b->arena, to, arena_strndup(&b->arena, words + blanks, n));
		words += blanks + n;
	}
}

static void
add_folder_of(struct build *b, arguments *to, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *folder = slash == path ? "/" : slash ? arena_strndup(&b->arena, path, (size_t)(slash - path)) : ".";
	add(b, to, "-iquote"); /* -I would also hide headers of the system: there is a semaphore.h in many a folder */
	add(b, to, folder);
}

/* A file's name that starts like an option, or like a file of options, is none. */
static const char *
as_file(struct build *b, const char *path)
{
	return *path == '-' || *path == '@' ? arena_printf(&b->arena, "./%s", path) : path;
}

static bool
is_clang(const char *compiler)
{
	const char *slash = strrchr(compiler, '/');
	return strstr(slash ? slash + 1 : compiler, "clang") != NULL;
}

/* Do these flags say which sanitizers there shall be, other than that of threads? */
static bool
choose_checks(const char *flags)
{
	for (; flags && (flags = strstr(flags, "sanitize")); flags += strlen("sanitize"))
		if (strncmp(flags, "sanitize=thread", 15) != 0 || (flags[15] && !strchr(" \t\n", flags[15])))
			return true;
	return false;
}

/* What every command begins with. */
static arguments
start_command(struct build *b, const struct build_options *o)
{
	arguments c = {0};
	add_words(b, &c, o->cc);
	if (c.n == 0)
		add(b, &c, "gcc");
	return c;
}

/* What is compiled in a folder that goes away shall not name it. */
static void
add_folders(struct build *b, const struct build_options *o, size_t n, const char *const *sources, arguments *to)
{
	if (o->folder)
		add(b, to, arena_printf(&b->arena, "-ffile-prefix-map=%s=.", o->folder));
	if (o->spec)
		add_folder_of(b, to, o->spec);
	for (size_t i = 0; i < n; i++)
		add_folder_of(b, to, sources[i]);
	if (!o->beside)
		return;
	add(b, to, "-iquote");
	add(b, to, o->beside);
	add(b, to, arena_printf(&b->arena, "-ffile-prefix-map=%s=.", o->beside));
}

static bool
names_library(const char *flag)
{
	return strncmp(flag, "-l", 2) == 0;
}

/* Those that name libraries too, or not; and not this one, unless it is NULL. */
static void
add_flags(struct build *b, arguments *c, bool libraries, const char *left_out)
{
	arguments flags = {0};
	add_words(b, &flags, b->options.flags);
	for (size_t i = 0; i < flags.n; i++)
		if ((libraries || !names_library(flags.at[i])) && !(left_out && strcmp(flags.at[i], left_out) == 0))
			vec_push(&b->arena, c, flags.at[i]);
}

/*
 * They come behind what uses them, or linkers leave them out: those that flags name, and mathematics, which belongs to C. Compilers of C know C++ by
 * the names of sources, but not what it has to be linked with.
 */
static void
add_libraries(struct build *b, arguments *c, size_t n, const char *const *sources)
{
	arguments flags = {0};
	bool any = false, cxx;
	add_words(b, &flags, b->options.flags);
	for (size_t i = 0; i < flags.n; i++)
		if (names_library(flags.at[i]))
			vec_push(&b->arena, c, flags.at[i]);
	for (size_t i = 0; i < n; i++)
		any = any || (suffix_of(sources[i], &cxx) && cxx);
	if (any)
		add(b, c, "-lstdc++");
	add(b, c, "-lm");
}

static char **
finish_command(struct build *b, arguments *c, const char *output, size_t n, const char *const *inputs, size_t nsources, const char *const *sources)
{
	add(b, c, "-o");
	add(b, c, output);
	for (size_t i = 0; i < n; i++)
		add(b, c, as_file(b, inputs[i]));
	if (nsources)
		add_libraries(b, c, nsources, sources);
	vec_push(&b->arena, c, NULL);
	return c->at;
}

static char **
command(struct build *b, const struct build_options *o, size_t n, const char *const *sources)
{
	arguments c = start_command(b, o);
	add_words(b, &c, "-shared -fPIC -g -O1 -pthread -Wl,-Bsymbolic");
	add_folders(b, o, n, sources, &c);
	add_flags(b, &c, false, NULL);
	return finish_command(b, &c, b->library, n, sources, n, sources);
}

/* Whoever asks for an optimisation means the other variants. */
static void
add_optimisation(struct build *b, arguments *to)
{
	if (b->variant == VARIANT_UNOPTIMISED)
		add(b, to, "-O0");
}

static void
add_hooks(struct build *b, arguments *to)
{
	add_words(b, to, "-fsanitize=thread");
	add_words(b, to, is_clang(to->at[0]) ? "-Wno-unused-command-line-argument -mllvm -tsan-distinguish-volatile" : "-Wno-tsan --param=tsan-distinguish-volatile=1");
}

/* As for a kernel, whose run-time library is its own. What is poison says no more than where margins are: nobody looks whether memory is still in use. */
static void
add_margins(struct build *b, arguments *to)
{
	add_words(b, to, "-fsanitize=kernel-address -fno-sanitize-address-use-after-scope");
	if (is_clang(to->at[0])) {
		add_words(b, to, "-Wno-unused-command-line-argument -mllvm -asan-globals=1 -mllvm -asan-stack=1 -mllvm -asan-use-after-return=never");
		add_words(b, to, "-mllvm -asan-instrumentation-with-call-threshold=0 -mllvm -asan-instrument-dynamic-allocas=1");
		add(b, to, "-mllvm");
		add(b, to, arena_printf(&b->arena, "-asan-mapping-offset=%#llx", VARIANT_MARGINS));
		return;
	}
	add_words(b, to, "--param=asan-globals=1 --param=asan-stack=1 --param=asan-use-after-return=0");
	add_words(b, to, "--param=asan-instrumentation-with-call-threshold=0 --param=asan-instrument-allocas=1");
	add(b, to, arena_printf(&b->arena, "-fasan-shadow-offset=%#llx", VARIANT_MARGINS));
}

/* Flags are told to both steps, of which neither shall complain of those for the other. What the host stands in for must be called. */
static char **
compile_command(struct build *b, const struct build_options *o, size_t n, const char *const *sources, const char *source, const char *object)
{
	arguments c = start_command(b, o);
	bool guarded = b->variant == VARIANT_GUARDED;
	add_words(b, &c, "-c -fPIC -g -O1 -pthread");
	if (guarded)
		add_margins(b, &c);
	else
		add_hooks(b, &c);
	add_words(b, &c, "-fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset -fno-builtin-memcmp -fno-builtin-strlen");
	add_words(b, &c, "-fno-builtin-strcpy -fno-builtin-strncpy -fno-builtin-strcat -fno-builtin-strcmp -fno-builtin-strncmp");
	add_words(b, &c, "-fno-builtin-mempcpy -fno-builtin-memchr -fno-builtin-bcmp -fno-builtin-bcopy -fno-builtin-bzero -fno-builtin-strnlen -fno-builtin-stpcpy");
	add_words(b, &c, "-fno-builtin-stpncpy -fno-builtin-strncat -fno-builtin-strchr -fno-builtin-strrchr -fno-builtin-index -fno-builtin-rindex");
	add_words(b, &c, "-fno-builtin-strstr -fno-builtin-strspn -fno-builtin-strcspn -fno-builtin-strpbrk -fno-builtin-sprintf -fno-builtin-snprintf");
	if (!is_clang(c.at[0]) && !choose_checks(o->flags))
		add_words(b, &c, "-fsanitize=bounds,object-size");
	add_folders(b, o, n, sources, &c);
	add_flags(b, &c, true, guarded ? "-fsanitize=thread" : NULL);
	add_optimisation(b, &c);
	return finish_command(b, &c, object, 1, &source, 0, NULL);
}

/* The run-time library that belongs to the hooks must not come along: the host stands in its place. */
static char **
link_command(struct build *b, const struct build_options *o, size_t n, const char *const *objects, const char *const *sources)
{
	arguments c = start_command(b, o);
	add_words(b, &c, "-shared -fPIC -g -O1 -pthread -Wl,-Bsymbolic");
	add_flags(b, &c, false, "-fsanitize=thread");
	add_optimisation(b, &c);
	return finish_command(b, &c, b->library, n, objects, n, sources);
}

/* --- running it --- */

static bool
judge(struct diags *d, const char *source, const char *compiler, const struct tool_end *end)
{
	int status = end->status;
	source = arena_printable(&d->arena, source);
	if (end->limit)
		return diag_error(d, (struct span){0}, "%s: cannot be compiled: %s took more than it may of: %s", source, compiler, end->limit);
	if (WIFSIGNALED(status))
		return diag_error(d, (struct span){0}, "%s: cannot be compiled: %s was ended by a signal: %s", source, compiler, strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) == TOOL_NOT_STARTED) {
		diag_error(d, (struct span){0}, "%s: cannot be compiled: there is no compiler '%s'", source, compiler);
		diag_hint(d, "install it, or name another one with --cc");
		return false;
	}
	if (WEXITSTATUS(status) != 0)
		return diag_error(d, (struct span){0}, "%s: cannot be compiled: %s ended with status %d", source, compiler, WEXITSTATUS(status));
	return true;
}

/* False. */
static bool
hindered(const struct build_options *o)
{
	if (o->hindered)
		*o->hindered = true;
	return false;
}

static bool
run(struct build *b, struct diags *d, const char *source, char **command_line, struct text *words)
{
	const struct build_options *o = &b->options;
	struct tool c = {command_line, o->folder, b->folder.path, b->folder.path, o->environment, o->limits, o->sandbox, b->wanted};
	struct tool_end end;
	if (!tool_run(d, &c, words, &end))
		return hindered(o);
	b->limit = end.limit;
	b->killed = WIFSIGNALED(end.status);
	bool ok = judge(d, source, command_line[0], &end);
	if (!ok && words->n && memmem(words->s, words->n, "multiple definition of", strlen("multiple definition of")))
		diag_hint(d, "several sources are compiled into one implementation; srtest grade tests each by itself");
	return ok;
}

static const char *
library_name(struct build *b, const char *source)
{
	const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
	size_t n = strlen(name);
	bool cxx;
	n -= suffix_of(name, &cxx);
	return arena_printf(&b->arena, "%s/%.*s.so", b->made, (int)(n < LONGEST_STEM ? n : LONGEST_STEM), name);
}

/* A compiler would wait for what comes out of a pipe. */
static bool
are_files(struct diags *d, const struct build_options *o, size_t n, const char *const *sources)
{
	struct stat st;
	int folder = o->folder ? open(o->folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : AT_FDCWD;
	bool ok = true;
	for (size_t i = 0; i < n && ok; i++) {
		const char *source = arena_printable(&d->arena, sources[i]);
		if (fstatat(folder, sources[i], &st, 0) < 0)
			ok = diag_error(d, (struct span){0}, "%s: cannot be opened: %s", source, strerror(errno));
		else if (!S_ISREG(st.st_mode))
			ok = diag_error(d, (struct span){0}, "%s: is %s, not a file", source, S_ISDIR(st.st_mode) ? "a directory" : "a pipe or a device");
	}
	if (folder >= 0)
		close(folder);
	return ok;
}

/* With hooks, in front of each access to memory, that the host has. */
static bool
build_hooked(struct build *b, struct diags *d, const struct build_options *o, size_t n, const char *const *sources, struct text *words)
{
	const char **objects = arena_array(&b->arena, const char *, n);
	for (size_t i = 0; i < n; i++) {
		objects[i] = sources[i];
		if (!build_is_source(sources[i]))
			continue;
		objects[i] = arena_printf(&b->arena, "%s/%zu.o", b->made, i);
		if (!run(b, d, sources[i], compile_command(b, o, n, sources, sources[i], objects[i]), words))
			return false;
	}
	return run(b, d, sources[0], link_command(b, o, n, objects, sources), words);
}

/* False after a diagnostic. */
static bool
open_sandbox(struct build *b, struct diags *d)
{
	if (!b->options.own_sandbox)
		return true;
	struct sandbox_options inside = *b->options.own_sandbox;
	inside.write = b->folder.path;
	b->options.sandbox = b->sandbox = sandbox_open(d, &inside);
	return b->sandbox || hindered(&b->options);
}

/* One variant. */
static bool
make(struct build *b, struct diags *d, size_t n, const char *const *sources, struct text *words)
{
	const struct build_options *o = &b->options;
	b->library = library_name(b, sources[0]);
	bool plain = b->variant == VARIANT_PLAIN;
	bool ok = open_sandbox(b, d) && (plain ? run(b, d, sources[0], command(b, o, n, sources), words) : build_hooked(b, d, o, n, sources, words));
	sandbox_close(b->sandbox);
	return ok;
}

/* --- other variants --- */

/* In a process of its own. What compilers say was said of the usual variant. */
static enum background_end
make_other(void *context, int wanted)
{
	struct build *b = context;
	struct diags d = {0};
	struct text words = {0};
	bool lost = false;
	b->options.hindered = &lost;
	b->wanted = wanted;
	b->limit = NULL;
	if (make(b, &d, b->n, b->sources, &words))
		return BACKGROUND_DONE;
	return lost || b->limit || b->killed ? BACKGROUND_LOST : BACKGROUND_FAILED;
}

/* All at once, when one is asked for: most of what is faulty fails before. */
static void
start_others(struct build *b)
{
	struct build now = *b;
	b->asked = true;
	for (int v = (int)b->variant + 1; v < VARIANTS; v++) {
		if (!(b->options.variants >> v & 1))
			continue;
		b->variant = (enum variant)v;
		b->made = arena_printf(&b->arena, "%s/%s", b->folder.path, variant_name(b->variant));
		b->libraries[v] = library_name(b, b->sources[0]);
		if (mkdir(b->made, 0700) == 0)
			background_start(&b->others, (size_t)v, make_other, b);
	}
	b->variant = now.variant;
	b->made = now.made;
}

static const char *const *
copies(struct arena *a, size_t n, const char *const *sources)
{
	const char **all = arena_array(a, const char *, n);
	for (size_t i = 0; i < n; i++)
		all[i] = arena_strdup(a, sources[i]);
	return all;
}

static struct build *
new(struct diags *d, const struct build_options *o, size_t n, const char *const *sources)
{
	struct build *b = mem_alloc(sizeof *b);
	memset(b, 0, sizeof *b);
	if (o->output)
		snprintf(b->folder.path, sizeof b->folder.path, "%s", o->output);
	else if (!folder_make(&b->folder, d)) {
		hindered(o);
		free(b);
		return NULL;
	}
	background_open(&b->others);
	b->n = n;
	b->sources = copies(&b->arena, n, sources);
	b->options = *o;
	b->variant = variant_usual(o->variants ? o->variants : 1u << VARIANT_HOOKED);
	b->made = b->folder.path;
	return b;
}

struct build *
build_start(struct diags *d, const struct build_options *o, size_t n, const char *const *sources, struct text *words, const char **limit)
{
	if (limit)
		*limit = NULL;
	struct build *b = are_files(d, o, n, sources) ? new(d, o, n, sources) : NULL;
	if (!b)
		return NULL;
	if (make(b, d, n, sources, words))
		return b;
	if (limit)
		*limit = b->limit;
	build_free(b);
	return NULL;
}

const char *
build_library(const struct build *b)
{
	return b->library;
}

const char *
build_folder(const struct build *b)
{
	return b->folder.path;
}

const char *
build_variant(struct build *b, enum variant v, bool *lost)
{
	if (!b->asked)
		start_others(b);
	enum background_end end = b->libraries[v] ? background_wait(&b->others, (size_t)v) : BACKGROUND_FAILED;
	*lost = end == BACKGROUND_LOST;
	return end == BACKGROUND_DONE ? b->libraries[v] : NULL;
}

void
build_free(struct build *b)
{
	if (!b)
		return;
	background_close(&b->others);
	if (!b->options.output)
		folder_remove(&b->folder);
	arena_free(&b->arena);
	free(b);
}
