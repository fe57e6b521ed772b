#include "base/text.h"
#include "test/test.h"

#include <string.h>

static const struct {
	const char *name;
	unsigned kind;
} kinds[] = {
#define KIND(id, bit, name) {name, ALLOWED_##id},
	ALLOWED_KINDS(KIND)
#undef KIND
};
enum { KINDS = sizeof kinds / sizeof *kinds };

unsigned
allowed_find(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return kinds[i].kind;
	return 0;
}

const char *
allowed_names(struct arena *a, unsigned which)
{
	struct text t = {0};
	for (size_t i = 0; i < KINDS; i++)
		if (which & kinds[i].kind)
			text_printf(&t, "%s%s", t.n ? ", " : "", kinds[i].name);
	return t.n ? text_take(&t, a) : "";
}
