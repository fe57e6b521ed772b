#include "tester/tester.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(const char *) paths;

/* The folders in which libraries are sought. */
static void
add_folders(struct arena *a, const char *list, paths *to)
{
	for (; list && *list; list += *list == ':') {
		size_t n = strcspn(list, ":");
		if (*list == '/')
			vec_push(a, to, arena_strndup(a, list, n));
		list += n;
	}
}

struct sandbox *
tester_sandbox(struct diags *d, const struct host_options *h, const char *free_program, const char *folder, const struct sandbox_options *o)
{
	struct arena a = {0};
	paths seen = {0};
	size_t nneeded;
	struct sandbox_options all = *o;
	const char *const *needed = sandbox_needed(&a, h->library, folder, &nneeded);
	for (size_t i = 0; i < o->nread; i++)
		vec_push(&a, &seen, o->read[i]);
	vec_push(&a, &seen, h->others.which ? h->others.folder : h->library);
	vec_push(&a, &seen, h->program);
	if (free_program)
		vec_push(&a, &seen, free_program);
	if (h->command)
		vec_push(&a, &seen, ".");
	for (size_t i = 0; i < nneeded; i++)
		vec_push(&a, &seen, needed[i]);
	add_folders(&a, getenv("LD_LIBRARY_PATH"), &seen);
	all.nread = seen.n;
	all.read = seen.at;
	struct sandbox *s = sandbox_open(d, &all);
	arena_free(&a);
	return s;
}

void
tester_tell_sandbox(struct arena *a, const struct sandbox *s, struct tested *t)
{
	if (!s)
		return;
	t->sandbox = sandbox_words(s, a);
	t->attempts = sandbox_attempts(s, a, &t->nattempts);
}
