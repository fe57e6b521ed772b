/* What names mean: declaring them, finding them, and what a wrong one may have meant. */
#include "cdecl/private.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>
#include <wchar.h>

/* Integers of the standard headers, and types of theirs that only ever stand behind a pointer or within a struct. */
#define STANDARD_INTEGERS(X) \
	X(int8_t) X(int16_t) X(int32_t) X(int64_t) X(uint8_t) X(uint16_t) X(uint32_t) X(uint64_t) X(int_least8_t) X(int_least16_t) \
	X(int_least32_t) X(int_least64_t) X(uint_least8_t) X(uint_least16_t) X(uint_least32_t) X(uint_least64_t) X(int_fast8_t) \
	X(int_fast16_t) X(int_fast32_t) X(int_fast64_t) X(uint_fast8_t) X(uint_fast16_t) X(uint_fast32_t) X(uint_fast64_t) \
	X(intptr_t) X(uintptr_t) X(intmax_t) X(uintmax_t) X(size_t) X(ssize_t) X(ptrdiff_t) X(bool) X(wchar_t) X(wint_t) \
	X(time_t) X(clock_t) X(clockid_t) X(suseconds_t) X(off_t) X(pid_t) X(uid_t) X(gid_t) X(mode_t) \
	X(pthread_t) X(pthread_key_t) X(pthread_once_t) X(pthread_spinlock_t)

#define STANDARD_OBJECTS(X) \
	X(pthread_mutex_t) X(pthread_cond_t) X(pthread_rwlock_t) X(pthread_barrier_t) X(pthread_attr_t) X(pthread_mutexattr_t) \
	X(pthread_condattr_t) X(pthread_rwlockattr_t) X(pthread_barrierattr_t) X(sem_t)

#define KIND(value) \
	_Generic((value), _Bool: CTYPE_BOOL, char: CTYPE_CHAR, signed char: CTYPE_SCHAR, unsigned char: CTYPE_UCHAR, \
		short: CTYPE_SHORT, unsigned short: CTYPE_USHORT, int: CTYPE_INT, unsigned int: CTYPE_UINT, long: CTYPE_LONG, \
		unsigned long: CTYPE_ULONG, long long: CTYPE_LLONG, unsigned long long: CTYPE_ULLONG)

static const struct {
	const char *name;
	enum ctype_kind kind; /* CTYPE_STRUCT: opaque, but of known size, or incomplete if that is 0 */
	size_t size, align;
} standard[] = {
#define X(type) {#type, KIND((type)0), sizeof(type), _Alignof(type)},
	STANDARD_INTEGERS(X)
#undef X
#define X(type) {#type, CTYPE_STRUCT, sizeof(type), _Alignof(type)},
	STANDARD_OBJECTS(X)
#undef X
	{"FILE", CTYPE_STRUCT, 0, 0},
};

static const struct ctype *
object_type(struct parser *p, size_t size, size_t align)
{
	struct crecord *r = arena_new(p->arena, struct crecord);
	struct ctype *t = arena_new(p->arena, struct ctype);
	*r = (struct crecord){.complete = size > 0, .size = size, .align = align, .depth = 1, .not_by_value = "has members that are not known"};
	*t = (struct ctype){.kind = CTYPE_STRUCT, .depth = 1, .record = r};
	return t;
}

static struct symbol *
new_symbol(struct parser *p, struct name *name, enum symbol_kind kind, struct span span)
{
	struct symbol *s = arena_new(p->arena, struct symbol);
	*s = (struct symbol){.kind = kind, .span = span};
	name->symbol = s;
	return s;
}

static const struct ctypedef *
set_typedef(struct parser *p, struct name *name, struct span span, const struct ctype *type)
{
	struct ctypedef *alias = arena_new(p->arena, struct ctypedef);
	*alias = (struct ctypedef){name->text, type, span};
	new_symbol(p, name, SYMBOL_TYPEDEF, span)->alias = alias;
	return alias;
}

static void
declare_standard(struct parser *p, const char *s, const struct ctype *type)
{
	struct name *name = names_add(p->names, s, strlen(s));
	set_typedef(p, name, (struct span){0}, type);
	name->symbol->weak = true;
}

void
declare_builtins(struct parser *p)
{
	for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
		bool object = standard[i].kind == CTYPE_STRUCT;
		const struct ctype *type = object ? object_type(p, standard[i].size, standard[i].align) : type_basic(standard[i].kind);
		declare_standard(p, standard[i].name, type);
	}
	const struct ctype *va_list_type = type_array(p, object_type(p, sizeof(va_list), _Alignof(va_list)), 1);
	declare_standard(p, "va_list", va_list_type);
	declare_standard(p, "__builtin_va_list", va_list_type);
}

/* So that one unknown name is one message: it is taken for an int from here on. */
static void
declare_unknown(struct parser *p, struct name *name, struct span span)
{
	set_typedef(p, name, span, type_basic(CTYPE_INT));
	name->symbol->weak = true;
}

unsigned
line_of(struct span span)
{
	return span.src ? source_position(span.src, span.from).line : 0;
}

const char *
ctype_text(struct parser *p, const struct ctype *type)
{
	enum { LONGEST = 100 };
	struct text t = {0};
	ctype_print(&t, type, NULL);
	bool cut = t.n > LONGEST;
	char *s = arena_printf(p->arena, "%.*s%s", cut ? LONGEST : (int)t.n, t.s, cut ? "..." : "");
	text_free(&t);
	return s;
}

static bool
another_meaning(struct parser *p, const struct name *name, struct span span)
{
	static const char *const kinds[] = {"a type", "a function", "a constant", "a variable"};
	const struct symbol *old = name->symbol;
	diag_error(p->diags, span, "`%s` is already %s", name->text, kinds[old->kind]);
	if (p->diags->dropped == 0)
		diag_hint(p->diags, "see line %u", line_of(old->span));
	return false;
}

static bool
another_type(struct parser *p, const struct name *name, struct span span, const struct ctype *old)
{
	diag_error(p->diags, span, "`%s` is declared again, with another type", name->text);
	if (p->diags->dropped)
		return false;
	struct text t = {0};
	ctype_print(&t, old, name->text);
	diag_hint(p->diags, "line %u has `%.*s`", line_of(name->symbol->span), t.n > 200 ? 200 : (int)t.n, t.s);
	text_free(&t);
	return false;
}

/* The earlier meaning of the name, if it has one that cannot be replaced. */
static const struct symbol *
firm(const struct name *name)
{
	return name->symbol && !name->symbol->weak ? name->symbol : NULL;
}

bool
declare_typedef(struct parser *p, struct name *name, struct span span, const struct ctype *type)
{
	const struct symbol *old = firm(name);
	if (old && old->kind != SYMBOL_TYPEDEF)
		return another_meaning(p, name, span);
	if (old)
		return ctype_same(old->alias->type, type) || another_type(p, name, span, old->alias->type);
	vec_push(p->arena, &p->table->typedefs, set_typedef(p, name, span, type));
	return true;
}

static bool
declare_function_again(struct parser *p, struct name *name, struct span span, const struct ctype *type)
{
	struct cfunction *f = name->symbol->function;
	struct ctype old = {.kind = CTYPE_FUNCTION, .depth = type->depth, .function = f};
	if (!ctype_same(&old, type))
		return another_type(p, name, span, &old);
	if (f->unspecified && !type->function->unspecified) {
		f->parameters = type->function->parameters;
		f->n_parameters = type->function->n_parameters;
		f->variadic = type->function->variadic;
		f->unspecified = false;
	}
	return true;
}

bool
declare_function(struct parser *p, struct name *name, struct span span, const struct ctype *type, bool noreturn)
{
	const struct symbol *old = firm(name);
	if (old && old->kind != SYMBOL_FUNCTION)
		return another_meaning(p, name, span);
	if (old)
		return declare_function_again(p, name, span, type);
	struct cfunction *f = arena_new(p->arena, struct cfunction);
	*f = *type->function;
	f->name = name->text;
	f->span = span;
	f->noreturn = noreturn;
	new_symbol(p, name, SYMBOL_FUNCTION, span)->function = f;
	vec_push(p->arena, &p->table->functions, f);
	return true;
}

static bool
same_variable(const struct ctype *a, const struct ctype *b)
{
	if (a->kind == CTYPE_ARRAY && b->kind == CTYPE_ARRAY && (a->array.length == 0 || b->array.length == 0))
		return ctype_same(a->array.element, b->array.element);
	return ctype_same(a, b);
}

bool
declare_variable(struct parser *p, struct name *name, struct span span, const struct ctype *type)
{
	const struct symbol *old = firm(name);
	if (old && old->kind != SYMBOL_VARIABLE)
		return another_meaning(p, name, span);
	if (old)
		return same_variable(old->type, type) || another_type(p, name, span, old->type);
	new_symbol(p, name, SYMBOL_VARIABLE, span)->type = type;
	return true;
}

bool
declare_constant(struct parser *p, struct name *name, struct span span, struct number n, const struct ctype *type)
{
	const struct symbol *old = firm(name);
	if (old && old->kind != SYMBOL_CONSTANT)
		return another_meaning(p, name, span);
	if (old && type->kind != CTYPE_ENUM && number_of(old->constant).value == n.value)
		return true;
	if (old) {
		diag_error(p->diags, span, "the constant `%s` is defined a second time", name->text);
		if (p->diags->dropped == 0)
			diag_hint(p->diags, "the first one is on line %u", line_of(old->span));
		return false;
	}
	struct cconstant *c = arena_new(p->arena, struct cconstant);
	*c = (struct cconstant){name->text, (int64_t)(uint64_t)n.value, n.value > INT64_MAX, type, span};
	new_symbol(p, name, SYMBOL_CONSTANT, span)->constant = c;
	vec_push(p->arena, &p->table->constants, c);
	return true;
}

/* Types whose name is near. Bounded, as every mistake asks. */
static const char *
nearest_type(struct parser *p, const char *name)
{
	static const char *const words[] = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "struct", "union", "enum", "const", "typedef", "extern"};
	VEC(const char *) known = {0};
	if (p->diags->errors > 20)
		return NULL;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		vec_push(p->arena, &known, words[i]);
	for (size_t i = 0; i < p->names->all.n && known.n < 1000; i++) {
		const struct name *n = p->names->all.at[i];
		if (n->symbol && n->symbol->kind == SYMBOL_TYPEDEF)
			vec_push(p->arena, &known, n->text);
	}
	return text_nearest(name, known.at, known.n);
}

void
report_unknown_type(struct parser *p, const struct token *t)
{
	struct name *name = t->name;
	const char *s = name->text;
	if (name->symbol) {
		another_meaning(p, name, token_span(p, t));
		diag_hint(p->diags, "a type has to stand here");
		return;
	}
	diag_error(p->diags, token_span(p, t), "unknown type `%s`", s);
	const char *near = name->tag ? NULL : nearest_type(p, s);
	if (name->tag) {
		const char *keyword = tag_keyword(name->tag->type.kind);
		diag_hint(p->diags, "write `%s %s`, or add `typedef %s %s %s;` above", keyword, s, keyword, s, s);
	} else if (near) {
		diag_hint(p->diags, "did you mean `%s`? If it is a type of its own, add `typedef struct %s %s;` above", near, s, s);
	} else {
		diag_hint(p->diags, "add `typedef struct %s %s;` above if its members do not matter, or its definition", s, s);
	}
	declare_unknown(p, name, token_span(p, t));
}

static void
check_value(struct parser *p, const struct ctype *type, struct span span, const char *what)
{
	bool tag = type->kind == CTYPE_STRUCT || type->kind == CTYPE_UNION || type->kind == CTYPE_ENUM;
	if (!tag || ctype_is_complete(type))
		return;
	diag_error(p->diags, span, "%s `%s` by value, whose members are not known", what, ctype_text(p, type));
	diag_hint(p->diags, "define the type, or use a pointer to it");
}

/* At the end, as a struct may be defined after the functions that take it. */
void
check_functions(struct parser *p)
{
	for (size_t i = 0; i < p->table->functions.n; i++) {
		const struct cfunction *f = p->table->functions.at[i];
		check_value(p, f->result, f->span, "this function returns");
		for (size_t j = 0; j < f->n_parameters; j++)
			check_value(p, f->parameters[j].type, f->parameters[j].span, "this parameter is");
	}
}

static const struct name *
lookup(const struct cdecl_table *t, const char *name)
{
	return names_find(t->names, name, strlen(name));
}

const struct cfunction *
cdecl_function(const struct cdecl_table *t, const char *name)
{
	const struct name *n = lookup(t, name);
	return n && n->symbol && n->symbol->kind == SYMBOL_FUNCTION ? n->symbol->function : NULL;
}

const struct cconstant *
cdecl_constant(const struct cdecl_table *t, const char *name)
{
	const struct name *n = lookup(t, name);
	return n && n->symbol && n->symbol->kind == SYMBOL_CONSTANT ? n->symbol->constant : NULL;
}

static const struct ctype *
find_tag(const struct cdecl_table *t, enum ctype_kind kind, const char *name)
{
	const char *keyword = tag_keyword(kind);
	size_t n = strlen(keyword);
	if (strncmp(name, keyword, n) != 0 || name[n] != ' ')
		return NULL;
	const struct name *tag = lookup(t, name + n + 1);
	return tag && tag->tag && tag->tag->type.kind == kind ? &tag->tag->type : NULL;
}

const struct ctype *
cdecl_type(const struct cdecl_table *t, const char *name)
{
	for (enum ctype_kind kind = CTYPE_VOID; kind <= CTYPE_LDOUBLE; kind++)
		if (strcmp(basic_name(kind), name) == 0)
			return type_basic(kind);
	const struct name *n = lookup(t, name);
	if (n && n->symbol && n->symbol->kind == SYMBOL_TYPEDEF)
		return n->symbol->alias->type;
	const struct ctype *tag = find_tag(t, CTYPE_STRUCT, name);
	tag = tag ? tag : find_tag(t, CTYPE_UNION, name);
	return tag ? tag : find_tag(t, CTYPE_ENUM, name);
}
