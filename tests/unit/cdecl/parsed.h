/* A parsed text with everything that belongs to it, and the questions that the tests of this room ask of it. */
#ifndef UNIT_CDECL_PARSED_H
#define UNIT_CDECL_PARSED_H

#include "cdecl/cdecl.h"

#include "unit/unit.h"

struct parsed {
	struct arena arena;
	struct diags diags;
	struct cdecl_table table;
	bool ok;
};

static inline void
parse_bytes(struct parsed *p, const char *text, size_t n)
{
	*p = (struct parsed){0};
	struct source *src = source_text(&p->arena, "spec.yaml", text, n);
	struct cdecl_input in = cdecl_input_range(src, 0, (uint32_t)n);
	p->ok = cdecl_parse(&p->arena, &p->diags, &in, &p->table);
}

static inline void
parse(struct parsed *p, const char *text)
{
	parse_bytes(p, text, strlen(text));
}

static inline void
parse_good(struct parsed *p, const char *text)
{
	parse(p, text);
	if (!p->ok) {
		diags_print(&p->diags, stderr, false);
		fail_msg("not accepted: %s", text);
	}
}

static inline void
forget(struct parsed *p)
{
	diags_free(&p->diags);
	arena_free(&p->arena);
}

#endif
