#include "spec/passing.h"

#include <string.h>
#include <strings.h>

/* Which types of the model and of C can stand for each other. Whether a value fits is only known when it is there. */
struct passing {
	struct loader *loader;
	bool into_c;
	const char *message, *hint;
};

static bool fits(struct passing *, const struct type *, const struct ctype *, bool sized);

static bool
misfit(struct passing *p, const struct type *t, const struct ctype *c, const char *hint)
{
	struct arena *a = p->loader->arena;
	const char *model = type_text(a, t), *ctype = ctype_string(a, c);
	p->message = p->into_c ? arena_printf(a, "a value of type %s cannot be passed as '%s'", model, ctype)
			       : arena_printf(a, "a '%s' gives no value of type %s", ctype, model);
	p->hint = hint;
	return false;
}

bool
binding_enum_value(const struct cdecl_table *table, const struct cenum *e, const char *name, int64_t *value)
{
	size_t length = strlen(name), found = 0;
	for (size_t i = 0; i < table->constants.n; i++) {
		const struct cconstant *c = &table->constants.at[i][0];
		size_t n = strlen(c->name);
		if (c->type->kind != CTYPE_ENUM || c->type->enumeration != e || n < length || strcasecmp(c->name + n - length, name) != 0)
			continue;
		if (n != length && c->name[n - length - 1] != '_')
			continue;
		*value = c->value;
		if (n == length)
			return true;
		found++;
	}
	return found == 1;
}

static bool
enum_fits(struct passing *p, const struct type *t, const struct ctype *c)
{
	struct arena *a = p->loader->arena;
	int64_t ignored;
	if (c->kind != CTYPE_ENUM)
		return ctype_is_integer(c) && t->n - 1 <= ctype_range(c).max ? true : misfit(p, t, c, "an enum goes into an enum of C, or by its position into an integer");
	for (size_t i = 0; i < t->n; i++) {
		if (binding_enum_value(&p->loader->spec->implementation.table, c->enumeration, t->names[i], &ignored))
			continue;
		return misfit(p, t, c, arena_printf(a, "there is no constant in it, or more than one, that is called '%s' or ends in '_%s', in capitals or not", t->names[i], t->names[i]));
	}
	return true;
}

static bool
number_fits(struct passing *p, const struct type *t, const struct ctype *c)
{
	if (ctype_is_floating(c))
		return p->into_c ? true : misfit(p, t, c, "there are no fractions in the language; write a function in C that returns an integer");
	if (!ctype_is_integer(c))
		return misfit(p, t, c, c->kind == CTYPE_POINTER ? "behind a pointer may stand: some(x) or none, a sequence, a record, or an out-argument" : NULL);
	struct crange range = ctype_range(c);
	if (t->max < range.min || (t->min > 0 && (uint64_t)t->min > range.max))
		return misfit(p, t, c, arena_printf(p->loader->arena, "that type holds %lld..%llu", (long long)range.min, (unsigned long long)range.max));
	return true;
}

static const struct ctype *
struct_of(const struct ctype *c)
{
	if (c->kind == CTYPE_POINTER)
		c = c->target;
	return c->kind == CTYPE_STRUCT && c->record->complete ? c : NULL;
}

static const char *
outer_message(struct passing *p, const struct type *t, const struct ctype *c, const char *member)
{
	const char *inner = p->message;
	misfit(p, t, c, p->hint);
	return arena_printf(p->loader->arena, "%s: its field '%s': %s", p->message, member, inner);
}

static bool
field_fits(struct passing *p, const struct type *t, const struct ctype *whole, const struct field *field)
{
	struct cmember member;
	if (!ctype_member(whole, field->name, &member))
		return misfit(p, t, whole, arena_printf(p->loader->arena, "the struct has no member '%s'; members and fields are matched by name", field->name));
	bool fit = fits(p, field->type, member.type, false);
	if (fit && p->into_c && member.type->kind == CTYPE_POINTER)
		fit = misfit(p, field->type, member.type, "what stands behind a pointer goes in as an argument of its own");
	if (fit)
		return true;
	p->message = outer_message(p, t, whole, field->name);
	return false;
}

static bool
record_fits(struct passing *p, const struct type *t, const struct ctype *c)
{
	const struct ctype *whole = struct_of(c);
	if (!whole)
		return misfit(p, t, c, "a record goes into a struct whose members are known, or into a pointer to one");
	for (size_t i = 0; i < t->n; i++)
		if (!field_fits(p, t, whole, &t->fields[i]))
			return false;
	for (size_t i = 0; p->into_c && i < whole->record->n_members; i++) {
		const char *name = whole->record->members[i].name;
		if (name && type_field(t, name) < 0)
			return misfit(p, t, c, arena_printf(p->loader->arena, "nothing is said of the struct's member '%s'", name));
	}
	return true;
}

static bool
is_byte(const struct type *t)
{
	return t->kind == TYPE_CHAR || t->kind == TYPE_NOTHING || (t->kind == TYPE_INT && t->min >= 0 && t->max <= 255);
}

static bool
is_character(const struct ctype *c)
{
	return c->kind == CTYPE_CHAR || c->kind == CTYPE_SCHAR || c->kind == CTYPE_UCHAR;
}

/* `sized`: how many elements there are is known on both sides. */
static bool
sequence_fits(struct passing *p, const struct type *t, const struct ctype *c, bool sized)
{
	if (c->kind == CTYPE_ARRAY)
		return misfit(p, t, c, "an array within a struct is not read or written; pass a pointer to its elements");
	if (c->kind != CTYPE_POINTER)
		return misfit(p, t, c, "a sequence goes behind a pointer to its elements");
	const struct ctype *target = c->target;
	if (ctype_is_void(target))
		return is_byte(t->elem) && sized ? true : misfit(p, t, c, "behind a 'void *' go a string or bytes, with a length");
	bool text = type_is_text(t) && is_character(target);
	if (text && !sized && p->into_c && !(target->qualifiers & CQUAL_CONST))
		return misfit(p, t, c, "a text that ends in a NUL goes into a 'const char *'; into a buffer it goes with a length: text length 16");
	if (!text && !sized && !p->into_c)
		return misfit(p, t, c, "nothing says how many elements there are; use a buffer with a length: out result length 16");
	return fits(p, t->elem, target, false);
}

static bool
option_fits(struct passing *p, const struct type *t, const struct ctype *c)
{
	if (c->kind != CTYPE_POINTER)
		return misfit(p, t, c, "an option is a pointer in C: NULL, or to the value");
	bool direct = type_is_text(t->elem) || t->elem->kind == TYPE_RECORD;
	if (t->elem->kind == TYPE_NOTHING || fits(p, t->elem, direct ? c : c->target, false))
		return true;
	const char *inner = p->hint;
	return misfit(p, t, c, inner);
}

static bool
fits(struct passing *p, const struct type *t, const struct ctype *c, bool sized)
{
	switch (t->kind) {
	case TYPE_NOTHING:
		return true;
	case TYPE_BOOL:
	case TYPE_CHAR:
		return ctype_is_integer(c) ? true : misfit(p, t, c, NULL);
	case TYPE_INT:
		return number_fits(p, t, c);
	case TYPE_ENUM:
		return enum_fits(p, t, c);
	case TYPE_RECORD:
		return record_fits(p, t, c);
	case TYPE_OPTION:
		return option_fits(p, t, c);
	case TYPE_SEQ:
		return sequence_fits(p, t, c, sized);
	case TYPE_SET:
	case TYPE_BAG:
	case TYPE_MAP:
	case TYPE_BRACES:
		break;
	}
	return misfit(p, t, c, p->into_c ? "C has nothing of this kind; pass a sequence: [x | x in s]" : "C has nothing of this kind; let the operation return a sequence");
}

static bool
report(struct passing *p, struct span span)
{
	diag_error(p->loader->diags, span, "%s", p->message);
	if (p->hint)
		diag_hint(p->loader->diags, "%s", p->hint);
	return false;
}

bool
check_into_c(struct loader *l, struct span span, const struct type *t, const struct ctype *c, bool sized)
{
	struct passing p = {.loader = l, .into_c = true};
	return fits(&p, t, c, sized) ? true : report(&p, span);
}

bool
check_out_of_c(struct loader *l, struct span span, const struct type *t, const struct ctype *c)
{
	struct passing p = {.loader = l};
	return fits(&p, t, c, false) ? true : report(&p, span);
}

/* What an out-argument points at. */
bool
check_through_pointer(struct loader *l, struct span span, const struct type *t, const struct ctype *c, bool sized, bool into_c)
{
	struct passing p = {.loader = l, .into_c = into_c};
	if (c->kind != CTYPE_POINTER) {
		diag_error(l->diags, span, "an out-argument needs a pointer, this parameter is '%s'", ctype_string(l->arena, c));
		return false;
	}
	if (c->target->qualifiers & CQUAL_CONST) {
		diag_error(l->diags, span, "nothing comes out of a '%s': what it points at is const", ctype_string(l->arena, c));
		return false;
	}
	if (t->kind == TYPE_SEQ && !sized) {
		diag_error(l->diags, span, "how large is this buffer?");
		diag_hint(l->diags, "add a length: out result length 16");
		return false;
	}
	if (into_c && t->kind == TYPE_OPTION) {
		diag_error(l->diags, span, "an option either goes in or comes out");
		diag_hint(l->diags, "write: out result");
		return false;
	}
	bool sequence = t->kind == TYPE_SEQ;
	return fits(&p, t, sequence ? c : c->target, sequence) ? true : report(&p, span);
}

static bool
same_unqualified(const struct ctype *a, const struct ctype *b)
{
	struct ctype x = *a, y = *b;
	x.qualifiers = y.qualifiers = 0;
	return ctype_same(&x, &y);
}

bool
is_handle(const struct ctype *c)
{
	return c->kind == CTYPE_POINTER || ctype_is_integer(c);
}

/* Can what create returns be passed as this parameter? */
bool
same_handle(const struct ctype *made, const struct ctype *taken)
{
	if (made->kind != CTYPE_POINTER || taken->kind != CTYPE_POINTER)
		return same_unqualified(made, taken);
	return ctype_is_void(made->target) || ctype_is_void(taken->target) || same_unqualified(made->target, taken->target);
}
