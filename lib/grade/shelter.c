#include "grade/shelter.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

/* Absolute, or as it was named. */
static const char *
folder_of(struct arena *a, const char *path)
{
	return dirname(arena_strdup(a, path));
}

/* --- the sandboxes --- */

bool
shelter_for_builds(struct shelter *s, struct diags *d, const struct grade_options *o, const struct submission *what)
{
	struct arena a = {0};
	const char *hidden[] = {folder_of(&a, o->prepare.spec), folder_of(&a, what->path)};
	*s = (struct shelter){0};
	if (!o->sandboxed)
		return true;
	if (!folder_make(&s->folder, d))
		return false;
	s->builds = sandbox_open(d, &(struct sandbox_options){
		.nhidden = 2, .hidden = hidden, .write = s->folder.path, .memory = o->limits.memory, .processes = GRADE_MOST_PROCESSES, .file_size = GRADE_LARGEST_FILE,
	});
	arena_free(&a);
	if (!s->builds)
		folder_remove(&s->folder);
	return s->builds != NULL;
}

static const char *
other_library(void *build, enum variant v, bool *lost)
{
	return build_variant(build, v, lost);
}

struct host_options
shelter_host(const struct grade_options *o, const struct prepared *made)
{
	struct host_options host = o->tester.host;
	struct build *b = prepared_build(made);
	host.library = prepared_library(made);
	if (!b)
		return host;
	host.variant = variant_usual(o->prepare.variants);
	host.others = (struct host_others){o->prepare.variants & ~(1u << host.variant), other_library, b, build_folder(b)};
	return host;
}

static bool
copy(const char *from, const char *to)
{
	int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	ssize_t n = in >= 0 && out >= 0 ? 1 : -1;
	while (n > 0 || (n < 0 && errno == EINTR && out >= 0))
		n = sendfile(out, in, NULL, 1 << 20);
	if (in >= 0)
		close(in);
	return (out < 0 || close(out) == 0) && n == 0;
}

/* In a folder of a new name: whoever built something may have left anything here. */
static bool
copy_hosts(struct shelter *s, struct diags *d, const struct grade_options *o)
{
	char *folder = arena_printf(&s->arena, "%s/XXXXXX", s->folder.path);
	if (!mkdtemp(folder))
		return diag_error(d, (struct span){0}, "a temporary folder cannot be made: %s", strerror(errno));
	s->program = arena_printf(&s->arena, "%s/srtest-host", folder);
	s->free_program = arena_printf(&s->arena, "%s/srtest-host-free", folder);
	if (copy(o->tester.host.program, s->program) && (!o->tester.free_program || copy(o->tester.free_program, s->free_program)))
		return true;
	return diag_error(d, (struct span){0}, "srtest-host cannot be copied: %s", strerror(errno));
}

bool
shelter_for_hosts(struct shelter *s, struct diags *d, const struct grade_options *o, const struct prepared *made)
{
	struct host_options host = shelter_host(o, made);
	s->program = o->tester.host.program;
	s->free_program = o->tester.free_program;
	if (!o->sandboxed)
		return true;
	if (!copy_hosts(s, d, o))
		return false;
	host.program = s->program;
	s->hosts = tester_sandbox(d, &host, s->free_program, prepared_folder(made), &(struct sandbox_options){.memory = o->limits.memory, .processes = GRADE_MOST_PROCESSES});
	return s->hosts != NULL;
}

const char *const *
shelter_attempts(const struct shelter *s, struct arena *a, size_t *n)
{
	const struct sandbox *both[] = {s->builds, s->hosts};
	VEC(const char *) all = {0};
	for (size_t i = 0; i < 2; i++) {
		size_t some = 0;
		const char *const *at = both[i] ? sandbox_attempts(both[i], a, &some) : NULL;
		for (size_t k = 0; k < some; k++)
			vec_push(a, &all, at[k]);
	}
	*n = all.n;
	return all.at;
}

void
shelter_close(struct shelter *s)
{
	sandbox_close(s->hosts);
	if (s->builds) {
		sandbox_close(s->builds);
		folder_remove(&s->folder);
	}
	arena_free(&s->arena);
	*s = (struct shelter){0};
}
