#include "report/report.h"

#include <inttypes.h>

static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

void
leak_describe(struct text *out, const struct tested_leak *l)
{
	text_printf(out, "after %" PRIu64 " call%s and destroy %" PRIu64 " descriptors were open and %" PRIu64 " threads alive that it had opened and made",
		l->calls, plural(l->calls), l->descriptors, l->threads);
}

void
lost_describe(struct text *out, const struct tested_lost *l)
{
	text_printf(out, "after %" PRIu64 " call%s and destroy nothing led any more to %" PRIu64 " block%s of memory, of %" PRIu64 " byte%s, that had not been freed",
		l->calls, plural(l->calls), l->blocks, plural(l->blocks), l->bytes, plural(l->bytes));
}
