/* The library that was tested, and other files that a host tells of, each opened once. Inside lib/report only. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include "report/place.h"

/* What is looked into, and more of which is told without a name. */
enum { MOST_FILES = 16 };

struct files {
	const char *library;
	struct opened_file {
		const char *path;
		struct places *places;
	} at[MOST_FILES + 1];
	size_t n;
};

/* The places in one of them; NULL is the library. What comes out may be NULL. */
struct places *files_places(struct files *, const char *path);
/* Closes them all. */
void files_close(struct files *);

#endif
