/* Looks into /proc without the C library's heap: a thread that died may hold its lock. */
#ifndef FREE_PROC_H
#define FREE_PROC_H

#include <stdbool.h>
#include <stddef.h>

/* The names in a folder, one after the other. */
struct folder {
	int fd;
	long n, at;
	_Alignas(8) char bytes[4096];
};

bool folder_open(struct folder *, const char *path);
/* NULL: there are no more. */
const char *folder_next(struct folder *);
void folder_close(struct folder *);

/* A small file, cut off at the size and ended with a NUL. False: it cannot be read. */
bool proc_read(const char *path, char *text, size_t size);

#endif
