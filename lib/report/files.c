#include "report/files.h"

#include <stdlib.h>
#include <string.h>

static bool
lies_in(const char *path, const char *folder, size_t n)
{
	return strncmp(path, folder, n) == 0 && path[n] == '/';
}

/* The path is what a host says: only what lies where the system has its libraries, or beside the implementation, is looked into. */
static bool
may_be_opened(const struct files *f, const char *path)
{
	static const char *const folders[] = {"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib"};
	char *real = realpath(path, NULL), *own = realpath(f->library, NULL);
	bool may = real && own && lies_in(real, own, (size_t)(strrchr(own, '/') - own)) && strrchr(real, '/') - real == strrchr(own, '/') - own;
	for (size_t i = 0; real && i < sizeof folders / sizeof *folders; i++)
		may = may || lies_in(real, folders[i], strlen(folders[i]));
	free(own);
	free(real);
	return may;
}

struct places *
files_places(struct files *f, const char *path)
{
	path = path ? path : f->library;
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->at[i].path, path) == 0)
			return f->at[i].places;
	if (f->n == MOST_FILES + 1)
		return NULL;
	struct opened_file *new = &f->at[f->n++];
	*new = (struct opened_file){path, may_be_opened(f, path) ? places_open(path) : NULL};
	return new->places;
}

void
files_close(struct files *f)
{
	for (size_t i = 0; i < f->n; i++)
		places_close(f->at[i].places);
	f->n = 0;
}
