/* Where members stand, as the System V ABI for x86-64 has it. */
#include "cdecl/private.h"

static uint64_t
round_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

static uint64_t
largest_bits(void)
{
	return (uint64_t)CDECL_LARGEST_TYPE * 8;
}

static void
raise_align(struct layout *l, const struct cmember *m)
{
	if (ctype_align(m->type) > l->record->align)
		l->record->align = ctype_align(m->type);
}

/* A bit-field never crosses a boundary of its type; the width 0 moves on to the next one. Without a name it does not align the struct. */
static void
place_bitfield(struct layout *l, struct cmember *m)
{
	uint64_t unit = ctype_size(m->type) * 8;
	if (m->width == 0 || l->bits / unit != (l->bits + m->width - 1) / unit)
		l->bits = round_up(l->bits, unit);
	m->offset = l->bits / 8;
	m->bit = l->bits % 8;
	l->bits += m->width;
	if (m->name)
		raise_align(l, m);
}

static void
place(struct layout *l, struct cmember *m)
{
	l->bits = round_up(l->bits, ctype_align(m->type) * 8);
	m->offset = l->bits / 8;
	l->bits += (uint64_t)ctype_size(m->type) * 8;
	raise_align(l, m);
}

static const char *
why_not_by_value(const struct cmember *m)
{
	const struct ctype *t = m->type;
	if (m->is_bitfield)
		return "has bit-fields";
	if (t->kind == CTYPE_ARRAY && t->array.length == 0)
		return "ends in an array without a length";
	while (t->kind == CTYPE_ARRAY)
		t = t->array.element;
	return t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION ? t->record->not_by_value : NULL;
}

static bool
is_open_array(const struct cmember *m)
{
	return m->type->kind == CTYPE_ARRAY && m->type->array.length == 0;
}

bool
layout_add(struct parser *p, struct layout *l, struct cmember *m)
{
	struct crecord *r = l->record;
	uint64_t before = l->bits, start = r->is_union ? 0 : l->bits;
	if (l->ended)
		diag_error(p->diags, l->end, "only the last member can be an array without a length");
	l->ended = is_open_array(m) && !r->is_union;
	l->end = m->span;
	l->bits = start;
	if (m->is_bitfield)
		place_bitfield(l, m);
	else
		place(l, m);
	if (r->is_union && l->bits < before)
		l->bits = before;
	if (l->bits > largest_bits()) {
		l->bits = start;
		return diag_error(p->diags, m->span, "this %s is too large: at most %d bytes", r->is_union ? "union" : "struct", CDECL_LARGEST_TYPE);
	}
	if (!r->not_by_value)
		r->not_by_value = why_not_by_value(m);
	if (record_depth(m->type) > r->depth)
		r->depth = record_depth(m->type);
	vec_push(p->arena, &l->members, *m);
	return true;
}

void
layout_finish(struct parser *p, struct layout *l)
{
	struct crecord *r = l->record;
	if (l->ended && l->members.n == 1)
		diag_error(p->diags, l->end, "a struct cannot consist of an array without a length alone");
	r->align = r->align ? r->align : 1;
	r->size = round_up(round_up(l->bits, 8) / 8, r->align);
	r->size = r->size ? r->size : r->align; /* after a mistake; complete types have a size */
	r->members = l->members.at;
	r->n_members = l->members.n;
	r->depth++;
	r->complete = true;
}
