/* Sections of a shared object, as they are in its file, whose header is in order; anything else in it may be damaged. */
#ifndef NATIVE_SECTIONS_H
#define NATIVE_SECTIONS_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A section, and the strings that it refers to. */
struct section {
	const unsigned char *at;
	size_t size;
	const char *strings;
	size_t nstrings;
};

/* The first section of the type. False: there is none, or it is damaged, which the loader may say. */
bool section_find(const unsigned char *file, size_t size, uint32_t type, struct section *);

#endif
