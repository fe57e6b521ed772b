#include "build/tool.h"
#include "build/folder.h"
#include "submit/copy.h"
#include "submit/kind.h"
#include "submit/listing.h"
#include "submit/unpack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* DEEPEST: folders and archives that hold nothing but the next one. */
enum { DEEPEST = 8, LISTED = 8 };

struct prepared {
	struct arena arena;
	struct folder folder;
	bool own; /* the folder */
	struct build *built;
	const char *library;
	const char *work, *output, *temporary; /* folders in the folder */
	const char *spec; /* absolute, or NULL */
	const char *headers; /* a folder with those of the specification; or NULL */
	const char *beside; /* a folder in it, from which they are "../..."; or NULL */
	char **environment;
	/* while it is prepared */
	struct diags *diags;
	const struct submission *submission;
	const struct prepare_options *options;
	struct text *words;
	const char *limit;
};

static bool __attribute__((format(printf, 2, 3)))
fail(struct prepared *p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *why = arena_vprintf(&p->arena, fmt, ap);
	va_end(ap);
	return diag_error(p->diags, (struct span){0}, "%s: %s", arena_printable(&p->diags->arena, p->submission->path), why);
}

/* False. */
static bool
hindered(const struct prepare_options *o)
{
	if (o->hindered)
		*o->hindered = true;
	return false;
}

/* --- the folder --- */

static const char *
make_folder(struct prepared *p, const char *name)
{
	const char *path = arena_printf(&p->arena, "%s/%s", p->folder.path, name);
	if (mkdir(path, 0700) == 0)
		return path;
	fail(p, "a temporary folder cannot be made: %s", strerror(errno));
	hindered(p->options);
	return NULL;
}

static const char *
folder_of(struct prepared *p, const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == path ? "/" : slash ? arena_strndup(&p->arena, path, (size_t)(slash - path)) : ".";
}

/* Of ours only what may be needed to find a compiler and its parts. */
static void
choose_environment(struct prepared *p)
{
	static const char *const kept[] = {"PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"};
	VEC(char *) e = {0};
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		if (getenv(kept[i]))
			vec_push(&p->arena, &e, arena_printf(&p->arena, "%s=%s", kept[i], getenv(kept[i])));
	vec_push(&p->arena, &e, arena_strdup(&p->arena, "LC_ALL=C.UTF-8"));
	vec_push(&p->arena, &e, arena_printf(&p->arena, "HOME=%s", p->temporary));
	vec_push(&p->arena, &e, arena_printf(&p->arena, "TMPDIR=%s", p->temporary));
	vec_push(&p->arena, &e, arena_printf(&p->arena, "SRTEST_OUTPUT=%s/submission.so", p->output));
	if (p->spec)
		vec_push(&p->arena, &e, arena_printf(&p->arena, "SRTEST_SPEC_DIR=%s", p->headers));
	vec_push(&p->arena, &e, NULL);
	p->environment = e.at;
}

/*
 * In a sandbox it is a copy: what all builds could open would let one of them keep it from the others. The folder in it is for who works
 * in one beside the header, names it "../resource.h", and hands in the source alone.
 */
static bool
place_headers(struct prepared *p)
{
	const char *copies = p->spec ? make_folder(p, "headers") : NULL;
	if (!p->spec)
		return true;
	p->beside = copies ? make_folder(p, "headers/beside") : NULL;
	p->headers = p->options->sandbox ? copies : folder_of(p, p->spec);
	return p->beside && copy_headers(p->diags, folder_of(p, p->spec), copies);
}

static bool
set_up(struct prepared *p)
{
	char *spec = p->options->spec ? realpath(p->options->spec, NULL) : NULL;
	p->spec = spec ? arena_strdup(&p->arena, spec) : NULL;
	free(spec);
	if (!(p->work = make_folder(p, "work")) || !(p->output = make_folder(p, "output")) || !(p->temporary = make_folder(p, "tmp")))
		return false;
	if (!place_headers(p))
		return false;
	choose_environment(p);
	return true;
}

/* --- a shared object, by a compiler --- */

/* What gcc or clang say that they do not find; NULL: nothing, or they use other words. */
static const char *
missing_header(struct prepared *p, const char *words)
{
	static const char start[] = "fatal error: ";
	static const char *const ends[] = {": No such file or directory\n", "' file not found\n"};
	const char *at = strstr(words, start);
	if (!at)
		return NULL;
	at += sizeof start - 1;
	size_t n = strcspn(at, "\n") + 1;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		const char *end = memmem(at, n, ends[i], strlen(ends[i]));
		if (end)
			return arena_printable(&p->arena, arena_strndup(&p->arena, at + i, (size_t)(end - at) - i)); /* clang has quotes around it */
	}
	return NULL;
}

static bool
compile(struct prepared *p, const char *folder, size_t n, const char *const *sources)
{
	const struct prepare_options *o = p->options;
	const char *spec = p->spec ? arena_printf(&p->arena, "%s/%s", p->headers, last_part(p->spec)) : NULL;
	struct build_options b = {
		.cc = o->cc, .flags = o->flags, .variants = o->variants, .spec = spec, .beside = p->beside, .folder = folder, .output = p->output,
		.environment = p->environment, .limits = &o->limits, .sandbox = o->sandbox, .hindered = o->hindered,
	};
	size_t before = p->words->n;
	p->built = build_start(p->diags, &b, n, sources, p->words, &p->limit);
	p->library = p->built ? build_library(p->built) : NULL;
	const char *header = p->built || p->words->n == before ? NULL : missing_header(p, p->words->s + before);
	if (header)
		fail(p, "cannot be compiled: there is no header %s, neither with it nor beside the specification", header);
	return p->built != NULL;
}

/* --- a shared object, by a command --- */

static bool
run(struct prepared *p, const char *title, const char *folder, char *const *argv)
{
	struct tool c = {argv, folder, p->temporary, p->folder.path, p->environment, &p->options->limits, p->options->sandbox, 0};
	struct tool_end end;
	if (!tool_run(p->diags, &c, p->words, &end))
		return hindered(p->options);
	p->limit = end.limit;
	if (end.limit)
		return fail(p, "%s took more than it may of: %s", title, end.limit);
	if (WIFSIGNALED(end.status))
		return fail(p, "%s was ended by a signal: %s", title, strsignal(WTERMSIG(end.status)));
	if (WEXITSTATUS(end.status) == 0)
		return true;
	return fail(p, "%s ended with status %d%s", title, WEXITSTATUS(end.status), WEXITSTATUS(end.status) == TOOL_NOT_STARTED ? ": there is no such program" : "");
}

/* Is it called like the specification? */
static bool
is_called_for(struct prepared *p, const char *path)
{
	if (!p->spec)
		return false;
	const char *spec = last_part(p->spec), *dot = strchr(spec, '.'), *name = last_part(path);
	int n = (int)(dot ? dot - spec : (long)strlen(spec));
	return strcmp(name, arena_printf(&p->arena, "%.*s.so", n, spec)) == 0 || strcmp(name, arena_printf(&p->arena, "lib%.*s.so", n, spec)) == 0;
}

static bool
fail_several(struct prepared *p, const char *title, const struct mades *found)
{
	struct text list = {0};
	for (size_t i = 0; i < found->n && i < LISTED; i++)
		text_printf(&list, "%s%s", i ? ", " : "", arena_printable(&p->arena, found->at[i].path));
	fail(p, "%s leaves %zu shared objects, and which of them is meant cannot be told: %s%s", title, found->n, list.s, found->n > LISTED ? " ..." : "");
	text_free(&list);
	diag_hint(p->diags, "call one like the specification, or write it to $SRTEST_OUTPUT");
	return false;
}

static bool
choose(struct prepared *p, const char *title, const char *folder, const struct mades *found)
{
	const struct made *chosen = found->n == 1 ? found->at : NULL;
	size_t fitting = 0;
	for (size_t i = 0; i < found->n && found->n > 1; i++)
		if (is_called_for(p, found->at[i].path)) {
			chosen = &found->at[i];
			fitting++;
		}
	if (fitting > 1 || (found->n > 1 && !chosen))
		return fail_several(p, title, found);
	if (!chosen)
		return fail(p, "%s leaves no shared object: no file that ends in .so", title);
	p->library = arena_printf(&p->arena, "%s/%s", folder, chosen->path);
	return true;
}

/* The folder that it is to be in may have been exchanged for a link to another one. */
static bool
is_made(const char *path)
{
	struct stat st;
	char *real = realpath(path, NULL);
	bool is = real && strcmp(real, path) == 0 && stat(real, &st) == 0 && S_ISREG(st.st_mode);
	free(real);
	return is;
}

static bool
make(struct prepared *p, const char *title, const char *folder, char *const *argv)
{
	struct mades before, after, found;
	const char *wanted = arena_printf(&p->arena, "%s/submission.so", p->output);
	mades_find(&p->arena, folder, &before);
	if (!run(p, title, folder, argv))
		return false;
	if (is_made(wanted)) {
		p->library = wanted;
		return true;
	}
	mades_find(&p->arena, folder, &after);
	mades_new(&p->arena, &before, &after, &found);
	return choose(p, title, folder, &found);
}

static bool
make_by_command(struct prepared *p, const char *folder)
{
	char *command = arena_strdup(&p->arena, p->options->command);
	char *const argv[] = {arena_strdup(&p->arena, "/bin/sh"), arena_strdup(&p->arena, "-c"), command, NULL};
	return make(p, "the command of --build", folder, argv);
}

static bool
make_by_makefile(struct prepared *p, const char *folder)
{
	char *const argv[] = {arena_strdup(&p->arena, "make"), NULL};
	return make(p, "make", folder, argv);
}

/* --- a folder --- */

static bool prepare_folder(struct prepared *p, const char *folder, unsigned depth);

static bool
prepare_inner(struct prepared *p, const char *folder, const char *archive, unsigned depth)
{
	const char *inner = make_folder(p, arena_printf(&p->arena, "inner%u", depth));
	return inner && unpack(p->diags, arena_printf(&p->arena, "%s/%s", folder, archive), inner) && prepare_folder(p, inner, depth + 1);
}

static bool
prepare_sources(struct prepared *p, const char *folder, const struct listing *l)
{
	struct stat st;
	if (l->sources.n)
		return compile(p, folder, l->sources.n, l->sources.at);
	if (l->libraries.n == 1) {
		p->library = arena_printf(&p->arena, "%s/%s", folder, l->libraries.at[0]);
		return true;
	}
	if (l->libraries.n > 1)
		return fail(p, "holds %zu shared objects, and nothing says which of them is meant", l->libraries.n);
	bool misnamed = p->submission->kind == SUBMISSION_FOLDER && stat(p->submission->path, &st) == 0 && strchr(last_part(p->submission->path), '.');
	return fail(p, "%sholds nothing that could be built: no .c, no Makefile, no .so", misnamed ? "is a directory, and " : "");
}

/* What lies alone in folders or archives is what was meant. */
static bool
prepare_folder(struct prepared *p, const char *folder, unsigned depth)
{
	struct listing l;
	listing_read(&p->arena, folder, &l);
	bool command = p->options->command, buildable = l.sources.n || l.libraries.n || l.makefile;
	if (depth < DEEPEST && l.archives.n == 1 && (command ? l.n == 1 : !buildable))
		return prepare_inner(p, folder, l.archives.at[0], depth);
	if (depth < DEEPEST && l.folders.n == 1 && (l.n == 1 || (!command && !buildable)))
		return prepare_folder(p, arena_printf(&p->arena, "%s/%s", folder, l.folders.at[0]), depth + 1);
	if (command)
		return make_by_command(p, folder);
	return l.makefile ? make_by_makefile(p, folder) : prepare_sources(p, folder, &l);
}

/* --- each kind --- */

static bool
prepare_library(struct prepared *p)
{
	const char *path = p->submission->path;
	p->library = arena_printf(&p->arena, "%s/%s", p->output, last_part(path));
	return copy_file(p->diags, path, path, p->library);
}

static bool
prepare_source(struct prepared *p)
{
	const char *path = p->submission->path, *name = last_part(path);
	if (!copy_headers(p->diags, folder_of(p, path), p->work) || !copy_file(p->diags, path, path, arena_printf(&p->arena, "%s/%s", p->work, name)))
		return false;
	return compile(p, p->work, 1, &name);
}

static bool
prepare(struct prepared *p)
{
	const struct submission *s = p->submission;
	if (s->problem)
		return fail(p, "%s", s->problem);
	switch (s->kind) {
	case SUBMISSION_LIBRARY:
		return prepare_library(p);
	case SUBMISSION_SOURCE:
		return prepare_source(p);
	case SUBMISSION_FOLDER:
		return copy_tree(p->diags, s->path, s->path, p->work, p->words) && prepare_folder(p, p->work, 0);
	case SUBMISSION_ARCHIVE:
		break;
	}
	return unpack(p->diags, s->path, p->work) && prepare_folder(p, p->work, 0);
}

/* --- words --- */

static bool
begins(const char *s, size_t n, const char *with)
{
	size_t k = strlen(with);
	return k <= n && memcmp(s, with, k) == 0;
}

/* Names of private folders mean nothing to anybody, and differ each time. */
static void
hide_folders(struct prepared *p, struct text *words, size_t from)
{
	static const char *const inner[] = {"/work/", "/output/", "/tmp/", "/inner0/", "/headers/", "/headers/beside/"};
	struct text plain = {0};
	size_t n = strlen(p->folder.path);
	for (size_t i = from; i < words->n;) {
		if (!begins(words->s + i, words->n - i, p->folder.path)) {
			text_char(&plain, words->s[i++]);
			continue;
		}
		i += n;
		size_t skip = 0;
		for (size_t k = 0; k < sizeof inner / sizeof *inner; k++)
			if (begins(words->s + i, words->n - i, inner[k]))
				skip = strlen(inner[k]);
		if (skip == 0)
			text_char(&plain, '.');
		i += skip;
	}
	words->n = from;
	if (plain.n)
		text_add(words, plain.s, plain.n);
	text_free(&plain);
}

struct prepared *
submission_prepare(struct diags *d, const struct submission *s, const struct prepare_options *o, struct text *words, const char **limit)
{
	struct prepared *p = mem_alloc(sizeof *p);
	size_t before = words->n;
	*limit = NULL;
	memset(p, 0, sizeof *p);
	if (o->folder)
		snprintf(p->folder.path, sizeof p->folder.path, "%s", o->folder);
	else if (!folder_make(&p->folder, d)) {
		hindered(o);
		free(p);
		return NULL;
	}
	p->own = !o->folder;
	p->diags = d;
	p->submission = s;
	p->options = o;
	p->words = words;
	bool ok = set_up(p) && prepare(p);
	hide_folders(p, words, before);
	*limit = p->limit;
	if (ok)
		return p;
	prepared_free(p);
	return NULL;
}

const char *
prepared_library(const struct prepared *p)
{
	return p->library;
}

struct build *
prepared_build(const struct prepared *p)
{
	return p->built;
}

const char *
prepared_folder(const struct prepared *p)
{
	return p->folder.path;
}

void
prepared_free(struct prepared *p)
{
	if (!p)
		return;
	build_free(p->built);
	if (p->own)
		folder_remove(&p->folder);
	arena_free(&p->arena);
	free(p);
}
