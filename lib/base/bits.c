#include "base/bits.h"

#include "base/text.h"

#include <string.h>

enum { MOST = 32 };

unsigned
bits_find(const struct bit *of, const char *name)
{
	for (; of->name; of++)
		if (strcmp(of->name, name) == 0)
			return of->bit;
	return 0;
}

const char *
bits_names(struct arena *a, const struct bit *of, unsigned set)
{
	struct text t = {0};
	for (; of->name; of++)
		if (set & of->bit)
			text_printf(&t, "%s%s", t.n ? ", " : "", of->name);
	return t.n ? text_take(&t, a) : "";
}

const char *
bits_hint(struct arena *a, const struct bit *of, const char *name)
{
	const char *names[MOST];
	size_t n = 0;
	for (const struct bit *b = of; b->name && n < MOST; b++)
		names[n++] = b->name;
	const char *near = name ? text_nearest(name, names, n) : NULL;
	return near ? arena_printf(a, "did you mean '%s'?", near) : arena_printf(a, "there are %s", bits_names(a, of, ~0u));
}
