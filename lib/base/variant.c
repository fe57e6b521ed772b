#include "base/variant.h"

#include "base/text.h"

#include <string.h>

static const struct {
	const char *name, *how;
} variants[VARIANTS] = {
#define VARIANT(id, name, how) [VARIANT_##id] = {name, how},
	VARIANT_LIST(VARIANT)
#undef VARIANT
};

const char *
variant_name(enum variant v)
{
	return variants[v].name;
}

const char *
variant_how(enum variant v)
{
	return variants[v].how;
}

const char *
variant_names(struct arena *a, unsigned set)
{
	struct text t = {0};
	for (int v = 0; v < VARIANTS; v++)
		if (set >> v & 1)
			text_printf(&t, "%s%s", t.n ? "," : "", variants[v].name);
	return t.n ? text_take(&t, a) : "";
}

bool
variant_find(const char *name, size_t n, enum variant *v)
{
	for (int i = 0; i < VARIANTS; i++) {
		*v = (enum variant)i;
		if (strlen(variants[i].name) == n && memcmp(variants[i].name, name, n) == 0)
			return true;
	}
	return false;
}

enum variant
variant_usual(unsigned set)
{
	int v = 0;
	while (v + 1 < VARIANTS && !(set >> v & 1))
		v++;
	return (enum variant)v;
}
