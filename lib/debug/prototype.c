#include "debug/debug.h"

#include "base/apart.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SAID = 1000, LONGEST = 2000, SECONDS = 3, POINTER = sizeof(void *) };

/* What matters of a type where it is passed or returned. */
enum shape_kind { SHAPE_UNKNOWN, SHAPE_VOID, SHAPE_INTEGER, SHAPE_FLOATING, SHAPE_POINTER, SHAPE_RECORD };

struct shape {
	enum shape_kind kind;
	size_t size;
	bool has_sign, is_signed;
	char name[64];
};

/* What is said of a binding, whose number is told with it: it does not fit, it may not, it returns nothing; and in the end, that this is all. */
enum remark { REMARK_ERROR, REMARK_WARNING, REMARK_NOTHING_RETURNED, REMARKS };

struct comparison {
	int to;
	size_t binding;
	const struct cfunction *function;
	char where[128];
};

/* --- both sides --- */

static struct shape
shape_of_ctype(const struct ctype *t)
{
	struct shape s = {.size = ctype_size(t), .kind = SHAPE_UNKNOWN};
	struct text name = {0};
	ctype_print(&name, t, NULL);
	snprintf(s.name, sizeof s.name, "%s", name.s ? name.s : "");
	text_free(&name);
	if (ctype_is_void(t))
		s.kind = SHAPE_VOID;
	else if (ctype_is_integer(t))
		s.kind = SHAPE_INTEGER;
	else if (ctype_is_floating(t))
		s.kind = SHAPE_FLOATING;
	else if (t->kind == CTYPE_POINTER)
		s.kind = SHAPE_POINTER;
	else if (t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION)
		s.kind = SHAPE_RECORD;
	s.has_sign = s.kind == SHAPE_INTEGER && t->kind != CTYPE_ENUM && t->kind != CTYPE_CHAR && t->kind != CTYPE_BOOL;
	s.is_signed = s.has_sign && ctype_is_signed(t);
	return s;
}

static void
shape_of_base(Dwarf_Die *type, struct shape *s)
{
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0;
	dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute), &encoding);
	s->kind = encoding == DW_ATE_float ? SHAPE_FLOATING : SHAPE_INTEGER;
	if (encoding != DW_ATE_float && encoding != DW_ATE_boolean && encoding != DW_ATE_signed && encoding != DW_ATE_unsigned && encoding != DW_ATE_signed_char &&
		encoding != DW_ATE_unsigned_char)
		s->kind = SHAPE_UNKNOWN;
	s->has_sign = encoding == DW_ATE_signed || encoding == DW_ATE_unsigned;
	s->is_signed = encoding == DW_ATE_signed;
}

/* Of the type that a function or a parameter has; without one it is void. */
static struct shape
shape_of_die(Dwarf_Die *of)
{
	struct shape s = {.kind = SHAPE_VOID, .name = "void"};
	Dwarf_Attribute attribute;
	Dwarf_Die type;
	if (!dwarf_formref_die(dwarf_attr(of, DW_AT_type, &attribute), &type))
		return s;
	const char *name = dwarf_diename(&type);
	if (dwarf_peel_type(&type, &type) != 0)
		return (struct shape){.kind = SHAPE_UNKNOWN};
	Dwarf_Word size = 0;
	dwarf_aggregate_size(&type, &size);
	s.size = (size_t)size;
	s.kind = SHAPE_UNKNOWN;
	int tag = dwarf_tag(&type);
	if (tag == DW_TAG_base_type) {
		shape_of_base(&type, &s);
	} else if (tag == DW_TAG_enumeration_type) {
		s.kind = SHAPE_INTEGER;
	} else if (tag == DW_TAG_pointer_type) {
		s.kind = SHAPE_POINTER;
		s.size = POINTER;
	} else if (tag == DW_TAG_structure_type || tag == DW_TAG_union_type) {
		s.kind = SHAPE_RECORD;
	}
	snprintf(s.name, sizeof s.name, "%s", name ? name : s.kind == SHAPE_POINTER ? "a pointer" : "a type without a name");
	return s;
}

/* --- the comparison --- */

/* The library calls things as it likes. */
static void
say(const struct comparison *c, enum remark remark, const char *what)
{
	struct text line = {0};
	text_printable(&line, what, strlen(what));
	if (!apart_tell(c->to, (unsigned)c->binding * REMARKS + remark, line.s ? line.s : ""))
		_exit(1);
	text_free(&line);
}

static const char *
sign_of(const struct shape *s)
{
	return !s->has_sign ? "" : s->is_signed ? ", signed" : ", unsigned";
}

static void
compare(const struct comparison *c, const char *of, const struct shape *ours, const struct shape *theirs)
{
	char what[400];
	if (ours->kind == SHAPE_UNKNOWN || theirs->kind == SHAPE_UNKNOWN || !ours->size != !theirs->size)
		if (ours->kind != SHAPE_VOID && theirs->kind != SHAPE_VOID)
			return;
	bool pointers = (ours->kind == SHAPE_POINTER || ours->kind == SHAPE_INTEGER) && (theirs->kind == SHAPE_POINTER || theirs->kind == SHAPE_INTEGER);
	bool undefined = ours->size != theirs->size || (ours->kind != theirs->kind && !pointers);
	bool unclear = ours->kind != theirs->kind || (ours->has_sign && theirs->has_sign && ours->is_signed != theirs->is_signed);
	if (!undefined && !unclear)
		return;
	snprintf(what, sizeof what, "%s of %s is %s (%zu bytes%s) here, and %s (%zu bytes%s) in the library%s", of, c->function->name, ours->name, ours->size,
		sign_of(ours), theirs->name, theirs->size, sign_of(theirs), c->where);
	say(c, undefined ? REMARK_ERROR : REMARK_WARNING, what);
}

static void
compare_parameters(const struct comparison *c, Dwarf_Die *function)
{
	struct shape theirs[CDECL_MOST_PARAMETERS];
	size_t n = 0;
	Dwarf_Die child;
	char what[300];
	for (int more = dwarf_child(function, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			return;
		if (dwarf_tag(&child) == DW_TAG_formal_parameter && n < CDECL_MOST_PARAMETERS)
			theirs[n++] = shape_of_die(&child);
	}
	if (n == 0 && !dwarf_hasattr(function, DW_AT_prototyped))
		return; /* f() of old C takes anything */
	if (strcmp(c->function->name, "main") == 0 && c->function->n_parameters == 0)
		return; /* the host gives a program what it may ask for */
	if (n != c->function->n_parameters) {
		snprintf(what, sizeof what, "%s has %zu parameter%s here, and %zu in the library%s", c->function->name, c->function->n_parameters,
			c->function->n_parameters == 1 ? "" : "s", n, c->where);
		say(c, REMARK_ERROR, what);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		struct shape ours = shape_of_ctype(c->function->parameters[i].type);
		snprintf(what, sizeof what, "parameter %zu", i + 1);
		compare(c, what, &ours, &theirs[i]);
	}
}

static void
compare_function(struct comparison *c, Dwarf_Die *function)
{
	struct shape ours = shape_of_ctype(c->function->result), theirs = shape_of_die(function);
	const char *file = dwarf_decl_file(function);
	int line = 0;
	if (file && dwarf_decl_line(function, &line) == 0)
		snprintf(c->where, sizeof c->where, " (%.100s:%d)", strrchr(file, '/') ? strrchr(file, '/') + 1 : file, line);
	if (theirs.kind == SHAPE_VOID && strcmp(c->function->name, "main") == 0)
		say(c, REMARK_NOTHING_RETURNED, ""); /* whose status means nothing then */
	else if (ours.kind != SHAPE_VOID) /* what nobody looks at may be returned */
		compare(c, "the result", &ours, &theirs);
	compare_parameters(c, function);
}

/* The n-th binding of a specification: create, destroy, then the operations. */
static const struct binding *
binding_at(const struct spec *s, size_t n)
{
	const struct implementation *i = &s->implementation;
	return n == 0 ? &i->create : n == 1 ? &i->destroy : &i->calls[n - 2];
}

/* Only what has its own name is the function as it was written: others are copies that the compiler changed. */
static void
look_at(Dwarf_Die *function, const struct spec *s, int to)
{
	const char *name = dwarf_diename(function);
	if (dwarf_tag(function) != DW_TAG_subprogram || !name || !dwarf_hasattr(function, DW_AT_name) || !dwarf_hasattr(function, DW_AT_external) ||
		dwarf_hasattr(function, DW_AT_declaration))
		return;
	for (size_t i = 0; i < s->nops + 2; i++) {
		struct comparison c = {.to = to, .binding = i, .function = binding_at(s, i)->function};
		if (binding_at(s, i)->given && strcmp(c.function->name, name) == 0)
			compare_function(&c, function);
	}
}

static void
read_library(const struct spec *s, int fd, int to)
{
	Dwarf *dwarf = dwarf_begin(fd, DWARF_C_READ);
	Dwarf_CU *unit = NULL;
	Dwarf_Die top, child;
	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &top, NULL) == 0)
		if (dwarf_tag(&top) == DW_TAG_compile_unit)
			for (int more = dwarf_child(&top, &child); more == 0; more = dwarf_siblingof(&child, &child))
				look_at(&child, s, to);
}

/* --- across --- */

static size_t
bindings(const struct spec *s)
{
	return s->nops + 2;
}

static void
tell(int file, int channel, void *context)
{
	const struct spec *s = context;
	read_library(s, file, channel);
	apart_tell(channel, (unsigned)bindings(s) * REMARKS, "");
}

struct remark_heard {
	size_t binding;
	enum remark remark;
	const char *text;
};

struct remarks {
	struct arena arena;
	VEC(struct remark_heard) all;
};

static const char *
readable(struct arena *a, const char *s)
{
	struct text t = {0};
	text_str(&t, "");
	text_printable(&t, s, strlen(s));
	return text_take(&t, a);
}

/* False: it was not told to its end. Then the library is damaged, and what was said first is not to be believed either. */
static bool
hear(struct remarks *r, const struct spec *s, int channel)
{
	char text[LONGEST];
	unsigned kind, end = (unsigned)bindings(s) * REMARKS;
	while (r->all.n < MOST_SAID && apart_hear(channel, &kind, text, sizeof text) && kind <= end) {
		if (kind == end)
			return true;
		const struct remark_heard one = {kind / REMARKS, kind % REMARKS, readable(&r->arena, text)};
		vec_push(&r->arena, &r->all, one);
	}
	return false;
}

static void
note(struct diags *d, const struct spec *s, const struct remark_heard *r, bool *no_status)
{
	const struct binding *b = binding_at(s, r->binding);
	if (!b->given)
		return;
	switch (r->remark) {
	case REMARK_NOTHING_RETURNED:
		*no_status = true;
		return;
	case REMARK_ERROR:
		diag_error(d, b->function->span, "%s", r->text);
		break;
	case REMARK_WARNING:
	case REMARKS:
		diag_warning(d, b->function->span, "%s", r->text);
		break;
	}
	diag_hint(d, "the prototype must be the one that the library was compiled with");
}

bool
debug_check_prototypes(struct diags *d, const struct spec *s, const char *library, bool *no_status)
{
	struct apart reader;
	struct remarks heard = {0};
	size_t before = d->errors;
	int fd = open(library, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	*no_status = false;
	if (fd < 0)
		return true;
	apart_start(&reader, SECONDS, fd, tell, (void *)(uintptr_t)s);
	close(fd);
	bool whole = reader.pid > 0 && hear(&heard, s, reader.channel);
	apart_stop(&reader);
	for (size_t i = 0; whole && i < heard.all.n; i++)
		note(d, s, &heard.all.at[i], no_status);
	arena_free(&heard.arena);
	return d->errors == before;
}
