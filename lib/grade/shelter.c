#include "grade/shelter.h"

#include "base/vec.h"

#include <dirent.h>
#include <libgen.h>
#include <string.h>

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
	struct build_paths read = {0};
	const char *hidden[] = {folder_of(&a, o->prepare.spec), folder_of(&a, what->path)};
	*s = (struct shelter){0};
	if (!o->sandboxed)
		return true;
	if (!folder_make(&s->folder, d))
		return false;
	build_add_headers(&a, hidden[0], &read);
	if (what->kind == SUBMISSION_SOURCE) {
		build_add_headers(&a, hidden[1], &read);
		vec_push(&a, &read, what->path);
	}
	s->builds = sandbox_open(d, &(struct sandbox_options){
		.nread = read.n, .read = read.at, .nhidden = 2, .hidden = hidden, .write = s->folder.path, .memory = o->limits.memory, .processes = GRADE_MOST_PROCESSES, .file_size = GRADE_LARGEST_FILE,
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

bool
shelter_for_hosts(struct shelter *s, struct diags *d, const struct grade_options *o, const struct prepared *made)
{
	struct host_options host = shelter_host(o, made);
	if (!o->sandboxed)
		return true;
	s->hosts = tester_sandbox(d, &host, o->tester.free_program, prepared_folder(made), &(struct sandbox_options){.memory = o->limits.memory, .processes = GRADE_MOST_PROCESSES});
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
	*s = (struct shelter){0};
}
