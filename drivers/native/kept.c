#include "drivers/native/kept.h"

#include "drivers/native/heap.h"

#include <errno.h>
#include <string.h>

static struct kept *all, *remembered;

void *
kept_make(enum kept_kind kind, const char *name, size_t size)
{
	struct kept *k = heap_take(size);
	if (!k) {
		errno = ENOMEM;
		return NULL;
	}
	k->kind = kind;
	strcpy(k->name, name);
	k->next = all;
	all = k;
	return k;
}

void *
kept_which(enum kept_kind kind, bool (*is)(const struct kept *, const void *), const void *arg)
{
	for (struct kept *k = all; k; k = k->next)
		if (k->kind == kind && is(k, arg))
			return k;
	return NULL;
}

static bool
is_called(const struct kept *k, const void *name)
{
	return *k->name && strcmp(k->name, name) == 0;
}

void *
kept_find(enum kept_kind kind, const char *name)
{
	return kept_which(kind, is_called, name);
}

void
kept_end(struct kept *k)
{
	struct kept **at = &all;
	while (*at != k)
		at = &(*at)->next;
	*at = k->next;
	heap_give(k);
}

void
kept_remember(void)
{
	remembered = all;
}

void
kept_reset(void)
{
	all = remembered;
}
