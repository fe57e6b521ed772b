/* Parses any bytes as prototypes; whatever is found must be printable, consistent and within the limits. */
#include "cdecl/cdecl.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
visit_type(struct text *t, const struct ctype *type)
{
	ctype_print(t, type, "x");
	text_char(t, '\n');
	size_t size = ctype_size(type), align = ctype_align(type);
	if (size > CDECL_LARGEST_TYPE || type->depth > CDECL_MOST_DEPTH + 1 || (size && (align == 0 || size % align)))
		abort();
	struct crange range = ctype_range(type);
	if (ctype_is_integer(type) && (range.min > 0 || range.max == 0))
		abort();
	(void)ctype_not_by_value(type);
}

static void
visit_function(struct text *t, const struct cdecl_table *table, const struct cfunction *f)
{
	if (cdecl_function(table, f->name) != f)
		abort();
	visit_type(t, f->result);
	for (size_t i = 0; i < f->n_parameters; i++)
		visit_type(t, f->parameters[i].type);
	cfunction_print(t, f);
}

static void
visit_record(const struct crecord *r)
{
	for (size_t i = 0; i < r->n_members; i++) {
		const struct cmember *m = &r->members[i];
		size_t end = m->is_bitfield ? m->offset + (m->bit + m->width + 7) / 8 : m->offset + ctype_size(m->type);
		if (end > r->size)
			abort();
	}
}

static void
visit(struct text *t, const struct cdecl_table *table)
{
	for (size_t i = 0; i < table->functions.n; i++)
		visit_function(t, table, table->functions.at[i]);
	for (size_t i = 0; i < table->typedefs.n; i++)
		visit_type(t, table->typedefs.at[i]->type);
	for (size_t i = 0; i < table->records.n; i++)
		visit_record(table->records.at[i]);
	for (size_t i = 0; i < table->constants.n; i++)
		if (!cdecl_constant(table, table->constants.at[i]->name))
			abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct arena a = {0};
	struct diags d = {0};
	struct source *src = source_text(&a, "fuzz", (const char *)bytes, n);
	struct cdecl_input in = cdecl_input_range(src, 0, (uint32_t)src->length);
	struct cdecl_table table;
	struct text t = {0};
	bool ok = cdecl_parse(&a, &d, &in, &table);
	if (ok != (d.errors == 0))
		abort();
	for (size_t i = 0; i < d.list.n; i++)
		if (d.list.at[i].span.from > n || d.list.at[i].span.to > n + 1 || d.list.at[i].span.from > d.list.at[i].span.to)
			abort();
	visit(&t, &table);
	text_free(&t);
	diags_free(&d);
	arena_free(&a);
	return 0;
}
