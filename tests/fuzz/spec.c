/* Loads any bytes as a specification; whatever is found must be printable and point into its text. */
#include "spec/spec.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
check_spans(const struct diags *d)
{
	for (size_t i = 0; i < d->list.n; i++) {
		struct span s = d->list.at[i].span;
		if (s.src && (s.from > s.to || s.from > s.src->length || s.to > s.src->length + 1))
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static FILE *nowhere;
	struct arena a = {0};
	struct diags d = {0};
	struct source *src = source_text(&a, "fuzz", (const char *)bytes, n);
	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	struct spec *s = spec_parse(&a, &d, src, "nowhere/spec.yaml", NULL);
	if ((s != NULL) != (d.errors == 0))
		abort();
	check_spans(&d);
	diags_print(&d, nowhere, false);
	spec_free(s);
	diags_free(&d);
	arena_free(&a);
	return 0;
}
