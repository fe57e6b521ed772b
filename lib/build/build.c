#include "build/build.h"

#include "build/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 1 << 20, NOT_STARTED = 127 };

struct build {
	struct arena arena;
	struct folder folder;
	const char *library;
};

typedef VEC(char *) arguments;

bool
build_is_source(const char *path)
{
	size_t n = strlen(path);
	return n > 2 && strcmp(path + n - 2, ".c") == 0;
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

static void
add_folders(struct build *b, const struct build_options *o, size_t n, const char *const *sources, arguments *to)
{
	if (o->spec)
		add_folder_of(b, to, o->spec);
	for (size_t i = 0; i < n; i++)
		add_folder_of(b, to, sources[i]);
}

static char **
finish_command(struct build *b, arguments *c, const char *output, size_t n, const char *const *inputs)
{
	add(b, c, "-o");
	add(b, c, output);
	for (size_t i = 0; i < n; i++)
		add(b, c, as_file(b, inputs[i]));
	vec_push(&b->arena, c, NULL);
	return c->at;
}

static char **
command(struct build *b, const struct build_options *o, size_t n, const char *const *sources)
{
	arguments c = start_command(b, o);
	add_words(b, &c, "-shared -fPIC -g -O1 -pthread -Wl,-Bsymbolic");
	add_folders(b, o, n, sources, &c);
	add_words(b, &c, o->flags);
	return finish_command(b, &c, b->library, n, sources);
}

/* Flags are told to both steps, of which neither shall complain of those for the other. What the host stands in for must be called. */
static char **
compile_command(struct build *b, const struct build_options *o, size_t n, const char *const *sources, const char *source, const char *object)
{
	arguments c = start_command(b, o);
	add_words(b, &c, "-c -fPIC -g -O1 -pthread -fsanitize=thread");
	add_words(b, &c, "-fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset -fno-builtin-memcmp -fno-builtin-strlen");
	add_words(b, &c, "-fno-builtin-strcpy -fno-builtin-strncpy -fno-builtin-strcat -fno-builtin-strcmp -fno-builtin-strncmp");
	add(b, &c, is_clang(c.at[0]) ? "-Wno-unused-command-line-argument" : "-Wno-tsan");
	add_folders(b, o, n, sources, &c);
	add_words(b, &c, o->flags);
	return finish_command(b, &c, object, 1, &source);
}

/* The run-time library that belongs to the hooks must not come along: the host stands in its place. */
static char **
link_command(struct build *b, const struct build_options *o, size_t n, const char *const *objects)
{
	arguments c = start_command(b, o), flags = {0};
	add_words(b, &c, "-shared -fPIC -g -O1 -pthread -Wl,-Bsymbolic");
	add_words(b, &flags, o->flags);
	for (size_t i = 0; i < flags.n; i++)
		if (strcmp(flags.at[i], "-fsanitize=thread") != 0)
			vec_push(&b->arena, &c, flags.at[i]);
	return finish_command(b, &c, b->library, n, objects);
}

/* --- running it --- */

static void __attribute__((noreturn))
become(const struct build *b, char **command_line, int output)
{
	int null = open("/dev/null", O_RDONLY);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (null >= 0)
		dup2(null, 0);
	dup2(output, 1);
	dup2(output, 2);
	setenv("TMPDIR", b->folder.path, 1); /* what it leaves behind goes with ours */
	execvp(command_line[0], command_line);
	_exit(NOT_STARTED);
}

static void
collect(int fd, struct text *words)
{
	char part[4096];
	for (;;) {
		ssize_t n = read(fd, part, sizeof part);
		if (n == 0 || (n < 0 && errno != EINTR))
			break;
		if (n > 0 && words->n < MOST_WORDS)
			text_add(words, part, (size_t)n);
	}
}

static bool
run(const struct build *b, struct diags *d, const char *source, char **command_line, struct text *words)
{
	int output[2], status = 0;
	if (pipe2(output, O_CLOEXEC) < 0)
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	pid_t pid = fork();
	if (pid == 0)
		become(b, command_line, output[1]);
	close(output[1]);
	if (pid > 0)
		collect(output[0], words);
	close(output[0]);
	if (pid < 0)
		return diag_error(d, (struct span){0}, "a process cannot be started: %s", strerror(errno));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		return diag_error(d, (struct span){0}, "%s: cannot be compiled: %s was ended by a signal: %s", source, command_line[0], strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) == NOT_STARTED) {
		diag_error(d, (struct span){0}, "%s: cannot be compiled: there is no compiler '%s'", source, command_line[0]);
		diag_hint(d, "install it, or name another one with --cc");
		return false;
	}
	if (WEXITSTATUS(status) != 0)
		return diag_error(d, (struct span){0}, "%s: cannot be compiled: %s ended with status %d", source, command_line[0], WEXITSTATUS(status));
	return true;
}

static const char *
library_name(struct build *b, const char *source)
{
	const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
	size_t n = strlen(name);
	return arena_printf(&b->arena, "%s/%.*s.so", b->folder.path, (int)(build_is_source(name) ? n - 2 : n), name);
}

/* A compiler would wait for what comes out of a pipe. */
static bool
are_files(struct diags *d, size_t n, const char *const *sources)
{
	struct stat st;
	for (size_t i = 0; i < n; i++) {
		if (stat(sources[i], &st) < 0)
			return diag_error(d, (struct span){0}, "%s: cannot be opened: %s", sources[i], strerror(errno));
		if (!S_ISREG(st.st_mode))
			return diag_error(d, (struct span){0}, "%s: is %s, not a file", sources[i], S_ISDIR(st.st_mode) ? "a directory" : "a pipe or a device");
	}
	return true;
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
		objects[i] = arena_printf(&b->arena, "%s/%zu.o", b->folder.path, i);
		if (!run(b, d, sources[i], compile_command(b, o, n, sources, sources[i], objects[i]), words))
			return false;
	}
	return run(b, d, sources[0], link_command(b, o, n, objects), words);
}

struct build *
build_start(struct diags *d, const struct build_options *o, size_t n, const char *const *sources, struct text *words)
{
	if (!are_files(d, n, sources))
		return NULL;
	struct build *b = mem_alloc(sizeof *b);
	memset(b, 0, sizeof *b);
	if (!folder_make(&b->folder, d)) {
		free(b);
		return NULL;
	}
	b->library = library_name(b, sources[0]);
	if (o->bare ? run(b, d, sources[0], command(b, o, n, sources), words) : build_hooked(b, d, o, n, sources, words))
		return b;
	build_free(b);
	return NULL;
}

const char *
build_library(const struct build *b)
{
	return b->library;
}

void
build_free(struct build *b)
{
	if (!b)
		return;
	folder_remove(&b->folder);
	arena_free(&b->arena);
	free(b);
}
