/* Arenas: memory that is freed together. Nothing in the library frees a tree by hand. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_chunk;

/* A zeroed struct arena is empty and ready for use. */
struct arena {
	struct arena_chunk *chunk;
	size_t total; /* bytes taken from the system */
};

/* Returns zeroed memory, aligned for any type. Ends the program when there is none left. */
void *arena_alloc(struct arena *, size_t);

/* Gives everything back. The arena is empty afterwards and may be used again. */
void arena_free(struct arena *);

/* Copies n bytes and a terminating NUL. */
char *arena_strndup(struct arena *, const char *, size_t n);
char *arena_strdup(struct arena *, const char *);
char *arena_printf(struct arena *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *, const char *fmt, va_list) __attribute__((format(printf, 2, 0)));

/* malloc and realloc for what grows too much to live in an arena; they end the program when memory runs out. */
void *mem_alloc(size_t);
void *mem_grow(void *, size_t);

#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_array(arena, type, n) ((type *)arena_alloc((arena), sizeof(type) * (n)))

#endif
