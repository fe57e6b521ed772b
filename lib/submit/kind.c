#include "submit/kind.h"

#include <string.h>

bool
kind_of_file(const char *name, enum submission_kind *kind, size_t *stem)
{
	static const struct {
		const char *end;
		enum submission_kind kind;
	} ends[] = {
		{".so", SUBMISSION_LIBRARY}, {".c", SUBMISSION_SOURCE}, {".cc", SUBMISSION_SOURCE}, {".cpp", SUBMISSION_SOURCE}, {".cxx", SUBMISSION_SOURCE}, {".tar", SUBMISSION_ARCHIVE}, {".tar.gz", SUBMISSION_ARCHIVE}, {".tgz", SUBMISSION_ARCHIVE},
		{".tar.xz", SUBMISSION_ARCHIVE}, {".txz", SUBMISSION_ARCHIVE}, {".tar.bz2", SUBMISSION_ARCHIVE}, {".tbz2", SUBMISSION_ARCHIVE},
		{".zip", SUBMISSION_ARCHIVE},
	};
	size_t n = strlen(name);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t k = strlen(ends[i].end);
		if (n <= k || strcasecmp(name + n - k, ends[i].end) != 0)
			continue;
		if (ends[i].kind == SUBMISSION_SOURCE && name[n - 1] == 'C')
			continue; /* compilers take that for C++ */
		*kind = ends[i].kind;
		*stem = n - k;
		return true;
	}
	return false;
}

bool
submission_is_part(const char *path)
{
	enum submission_kind kind;
	size_t stem, n = strlen(path);
	return kind_of_file(last_part(path), &kind, &stem) || (n > 2 && strcasecmp(path + n - 2, ".h") == 0);
}

const char *
kind_words(mode_t mode)
{
	if (S_ISDIR(mode))
		return "a directory";
	if (S_ISLNK(mode))
		return "a link";
	return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}
