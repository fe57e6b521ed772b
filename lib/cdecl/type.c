#include "cdecl/private.h"

#include <limits.h>

static const struct {
	const char *name;
	size_t size, align;
	bool is_signed;
} basics[] = {
	[CTYPE_VOID] = {"void", 0, 0, false},
#define X(kind, type) [CTYPE_##kind] = {#type, sizeof(type), _Alignof(type), (type)-1 < (type)1},
	CTYPE_BASICS(X)
#undef X
};

static const struct ctype basic_types[] = {
	{.kind = CTYPE_VOID, .depth = 1},
#define X(basic, type) {.kind = CTYPE_##basic, .depth = 1},
	CTYPE_BASICS(X)
#undef X
};

static bool
is_basic(enum ctype_kind kind)
{
	return kind <= CTYPE_LDOUBLE;
}

const char *
basic_name(enum ctype_kind kind)
{
	return basics[kind].name;
}

bool
kind_is_signed(enum ctype_kind kind)
{
	return basics[kind].is_signed;
}

size_t
kind_size(enum ctype_kind kind)
{
	return basics[kind].size;
}

const struct ctype *
type_basic(enum ctype_kind kind)
{
	return &basic_types[kind];
}

const struct ctype *
type_pointer(struct parser *p, const struct ctype *target, unsigned qualifiers)
{
	struct ctype *t = arena_new(p->arena, struct ctype);
	*t = (struct ctype){.kind = CTYPE_POINTER, .qualifiers = qualifiers, .depth = target->depth + 1, .target = target};
	return t;
}

const struct ctype *
type_array(struct parser *p, const struct ctype *element, size_t length)
{
	struct ctype *t = arena_new(p->arena, struct ctype);
	*t = (struct ctype){.kind = CTYPE_ARRAY, .depth = element->depth + 1, .array = {element, length}};
	return t;
}

/* The qualifiers of an array are those of its elements. */
const struct ctype *
type_qualified(struct parser *p, const struct ctype *type, unsigned qualifiers)
{
	if ((type->qualifiers | qualifiers) == type->qualifiers)
		return type;
	struct ctype *t = arena_new(p->arena, struct ctype);
	*t = *type;
	t->qualifiers |= qualifiers;
	if (t->kind == CTYPE_ARRAY)
		t->array.element = type_qualified(p, type->array.element, qualifiers);
	return t;
}

unsigned
record_depth(const struct ctype *t)
{
	while (t->kind == CTYPE_ARRAY)
		t = t->array.element;
	return t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION ? t->record->depth : 0;
}

size_t
ctype_size(const struct ctype *t)
{
	switch (t->kind) {
	case CTYPE_ENUM:
		return t->enumeration->complete ? basics[t->enumeration->integer].size : 0;
	case CTYPE_POINTER:
		return sizeof(void *);
	case CTYPE_ARRAY:
		return ctype_size(t->array.element) * t->array.length;
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		return t->record->complete ? t->record->size : 0;
	case CTYPE_FUNCTION:
		return 0;
#define X(kind, type) case CTYPE_##kind:
	CTYPE_BASICS(X)
#undef X
	case CTYPE_VOID:
		break;
	}
	return basics[t->kind].size;
}

size_t
ctype_align(const struct ctype *t)
{
	switch (t->kind) {
	case CTYPE_ENUM:
		return t->enumeration->complete ? basics[t->enumeration->integer].align : 0;
	case CTYPE_POINTER:
		return _Alignof(void *);
	case CTYPE_ARRAY:
		return ctype_align(t->array.element);
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		return t->record->complete ? t->record->align : 0;
	case CTYPE_FUNCTION:
		return 0;
#define X(kind, type) case CTYPE_##kind:
	CTYPE_BASICS(X)
#undef X
	case CTYPE_VOID:
		break;
	}
	return basics[t->kind].align;
}

bool
ctype_is_complete(const struct ctype *t)
{
	return ctype_size(t) != 0;
}

bool
ctype_is_integer(const struct ctype *t)
{
	return (t->kind >= CTYPE_BOOL && t->kind <= CTYPE_ULLONG) || (t->kind == CTYPE_ENUM && t->enumeration->complete);
}

bool
ctype_is_floating(const struct ctype *t)
{
	return t->kind == CTYPE_FLOAT || t->kind == CTYPE_DOUBLE || t->kind == CTYPE_LDOUBLE;
}

bool
ctype_is_signed(const struct ctype *t)
{
	enum ctype_kind kind = t->kind == CTYPE_ENUM ? t->enumeration->integer : t->kind;
	return is_basic(kind) && basics[kind].is_signed;
}

bool
ctype_is_void(const struct ctype *t)
{
	return t->kind == CTYPE_VOID;
}

struct crange
ctype_range(const struct ctype *t)
{
	if (!ctype_is_integer(t))
		return (struct crange){0, 0};
	if (t->kind == CTYPE_BOOL)
		return (struct crange){0, 1};
	unsigned unused = 64 - (unsigned)ctype_size(t) * CHAR_BIT;
	if (ctype_is_signed(t))
		return (struct crange){INT64_MIN >> unused, (uint64_t)INT64_MAX >> unused};
	return (struct crange){0, UINT64_MAX >> unused};
}

enum { MOST_COMPARISONS = 1000 }; /* typedefs can make a small text a huge type */

static bool same(const struct ctype *, const struct ctype *, unsigned *left);

/* What const and its kind say about a parameter is the business of the function alone. */
static bool
same_function(const struct cfunction *f, const struct cfunction *g, unsigned *left)
{
	if (!same(f->result, g->result, left))
		return false;
	if (f->unspecified || g->unspecified)
		return true;
	if (f->n_parameters != g->n_parameters || f->variadic != g->variadic)
		return false;
	for (size_t i = 0; i < f->n_parameters; i++) {
		struct ctype a = *f->parameters[i].type, b = *g->parameters[i].type;
		a.qualifiers = b.qualifiers = 0;
		if (!same(&a, &b, left))
			return false;
	}
	return true;
}

static bool
same(const struct ctype *a, const struct ctype *b, unsigned *left)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->qualifiers != b->qualifiers || *left == 0)
		return false;
	(*left)--;
	switch (a->kind) {
	case CTYPE_ENUM:
		return a->enumeration == b->enumeration;
	case CTYPE_POINTER:
		return same(a->target, b->target, left);
	case CTYPE_ARRAY:
		return a->array.length == b->array.length && same(a->array.element, b->array.element, left);
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		return a->record == b->record;
	case CTYPE_FUNCTION:
		return same_function(a->function, b->function, left);
#define X(kind, type) case CTYPE_##kind:
	CTYPE_BASICS(X)
#undef X
	case CTYPE_VOID:
		break;
	}
	return true;
}

bool
ctype_same(const struct ctype *a, const struct ctype *b)
{
	unsigned left = MOST_COMPARISONS;
	return same(a, b, &left);
}

const char *
ctype_not_by_value(const struct ctype *t)
{
	switch (t->kind) {
	case CTYPE_VOID:
		return "is void";
	case CTYPE_ARRAY:
		return "is an array";
	case CTYPE_FUNCTION:
		return "is a function";
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		return t->record->complete ? t->record->not_by_value : "is only declared, its members are not known";
	case CTYPE_ENUM:
		return t->enumeration->complete ? NULL : "is only declared, its values are not known";
	case CTYPE_POINTER:
		return NULL;
#define X(kind, type) case CTYPE_##kind:
	CTYPE_BASICS(X)
#undef X
		break;
	}
	return NULL;
}

bool
ctype_member(const struct ctype *t, const char *name, struct cmember *out)
{
	if (t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION)
		return false;
	for (size_t i = 0; i < t->record->n_members; i++) {
		const struct cmember *m = &t->record->members[i];
		if (m->name && strcmp(m->name, name) == 0) {
			*out = *m;
			return true;
		}
		if (!m->name && ctype_member(m->type, name, out)) {
			out->offset += m->offset;
			return true;
		}
	}
	return false;
}
