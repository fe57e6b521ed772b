/* What the tests of this room share: files that somebody handed in, and what was found. */
#ifndef UNIT_SUBMIT_FOUND_H
#define UNIT_SUBMIT_FOUND_H

#include "submit/submit.h"
#include "unit/unit.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct found {
	struct arena arena;
	struct diags diags;
	struct submissions all;
	bool ok;
};

static inline void
write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
}

static inline void
make_folder(const char *path)
{
	assert_int_equal(mkdir(path, 0700), 0);
}

static inline void
remove_all(const char *path)
{
	char command[300];
	snprintf(command, sizeof command, "chmod -R u+rwx '%s'; rm -rf '%s'", path, path);
	assert_int_equal(system(command), 0);
}

/* Is this said in one of the diagnostics? */
static inline bool
is_said(const struct diags *d, const char *words)
{
	for (size_t i = 0; i < d->list.n; i++)
		if (strstr(d->list.at[i].message, words))
			return true;
	return false;
}

static inline void
expect_said(struct diags *d, const char *words)
{
	if (!is_said(d, words))
		diags_print(d, stderr, false);
	assert_true(is_said(d, words));
}

static inline void
forget(struct found *f)
{
	arena_free(&f->arena);
	diags_free(&f->diags);
	*f = (struct found){0};
}

static inline void
find_in(struct found *f, const char *pattern, const char *path)
{
	forget(f);
	f->ok = submissions_find(&f->arena, &f->diags, pattern, 1, &path, &f->all);
}

static inline const struct submission *
named(const struct found *f, const char *name)
{
	for (size_t i = 0; i < f->all.n; i++)
		if (strcmp(f->all.at[i].name, name) == 0)
			return &f->all.at[i];
	return NULL;
}

#endif
