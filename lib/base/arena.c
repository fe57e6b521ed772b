#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, ALIGN = 16 };

struct arena_chunk {
	struct arena_chunk *next;
	size_t size, used;
	_Alignas(ALIGN) unsigned char bytes[];
};

static void
out_of_memory(size_t n)
{
	fprintf(stderr, "srtest: out of memory (asked for %zu bytes)\n", n);
	_Exit(6);
}

void *
mem_alloc(size_t n)
{
	void *p = malloc(n ? n : 1);
	if (!p)
		out_of_memory(n);
	return p;
}

void *
mem_grow(void *old, size_t n)
{
	void *p = realloc(old, n ? n : 1);
	if (!p)
		out_of_memory(n);
	return p;
}

static struct arena_chunk *
chunk_new(struct arena *a, size_t need)
{
	size_t size = a->chunk ? a->chunk->size * 2 : FIRST_CHUNK;
	if (size > LARGEST_CHUNK)
		size = LARGEST_CHUNK;
	if (size < need)
		size = need;
	struct arena_chunk *c = mem_alloc(sizeof *c + size);
	c->size = size;
	c->used = 0;
	c->next = a->chunk;
	a->chunk = c;
	a->total += sizeof *c + size;
	return c;
}

void *
arena_alloc(struct arena *a, size_t n)
{
	if (n > SIZE_MAX / 2)
		out_of_memory(n);
	n = (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	struct arena_chunk *c = a->chunk;
	if (!c || c->size - c->used < n)
		c = chunk_new(a, n);
	void *p = c->bytes + c->used;
	c->used += n;
	return memset(p, 0, n);
}

void
arena_free(struct arena *a)
{
	for (struct arena_chunk *c = a->chunk, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	*a = (struct arena){0};
}

char *
arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *copy = arena_alloc(a, n + 1);
	if (n)
		memcpy(copy, s, n);
	return copy;
}

char *
arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *
arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	char *s = arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
	if (n > 0)
		vsnprintf(s, (size_t)n + 1, fmt, ap);
	return s;
}

char *
arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	char *s = arena_vprintf(a, fmt, ap);
	va_end(ap);
	return s;
}
