#include "cdecl/private.h"

#include <ctype.h>

static const char *const qualifier_names[] = {"const", "volatile", "restrict", "_Atomic"};

static void
space_if_word(struct text *t)
{
	if (t->n && (isalnum((unsigned char)t->s[t->n - 1]) || strchr("_}", t->s[t->n - 1])))
		text_char(t, ' ');
}

static void
print_word(struct text *t, const char *word)
{
	space_if_word(t);
	text_str(t, word);
}

static void
print_qualifiers(struct text *t, unsigned qualifiers)
{
	for (size_t i = 0; i < sizeof qualifier_names / sizeof *qualifier_names; i++)
		if (qualifiers & 1u << i)
			print_word(t, qualifier_names[i]);
}

static void
print_tag(struct text *t, const char *keyword, const char *tag)
{
	print_word(t, keyword);
	print_word(t, tag ? tag : "{...}");
}

static void
print_leaf(struct text *t, const struct ctype *type)
{
	if (type->alias)
		print_word(t, type->alias->name);
	else if (type->kind == CTYPE_ENUM)
		print_tag(t, "enum", type->enumeration->tag);
	else if (type->kind == CTYPE_STRUCT || type->kind == CTYPE_UNION)
		print_tag(t, tag_keyword(type->kind), type->record->tag);
	else
		print_word(t, basic_name(type->kind));
}

static bool
is_leaf(const struct ctype *type)
{
	return type->alias || (type->kind != CTYPE_POINTER && type->kind != CTYPE_ARRAY && type->kind != CTYPE_FUNCTION);
}

/* `*` binds weaker than what may follow it. */
static bool
needs_parentheses(const struct ctype *target)
{
	return !is_leaf(target) && target->kind != CTYPE_POINTER;
}

static void
print_before(struct text *t, const struct ctype *type)
{
	if (is_leaf(type)) {
		print_qualifiers(t, type->qualifiers & ~(type->alias ? type->alias->type->qualifiers : 0));
		print_leaf(t, type);
	} else if (type->kind == CTYPE_ARRAY) {
		print_before(t, type->array.element);
	} else if (type->kind == CTYPE_FUNCTION) {
		print_before(t, type->function->result);
	} else {
		print_before(t, type->target);
		space_if_word(t);
		text_str(t, needs_parentheses(type->target) ? "(*" : "*");
		print_qualifiers(t, type->qualifiers);
	}
}

static void
print_parameters(struct text *t, const struct cfunction *f)
{
	text_char(t, '(');
	for (size_t i = 0; i < f->n_parameters; i++) {
		text_str(t, i ? ", " : "");
		/* a text of its own, so that the name before the parenthesis is not taken for part of the type */
		struct text parameter = {0};
		ctype_print(&parameter, f->parameters[i].type, f->parameters[i].name);
		text_add(t, parameter.s, parameter.n);
		text_free(&parameter);
	}
	if (f->variadic)
		text_str(t, ", ...");
	else if (f->n_parameters == 0 && !f->unspecified)
		text_str(t, "void");
	text_char(t, ')');
}

static void
print_after(struct text *t, const struct ctype *type)
{
	if (is_leaf(type))
		return;
	if (type->kind == CTYPE_POINTER) {
		if (needs_parentheses(type->target))
			text_char(t, ')');
		print_after(t, type->target);
	} else if (type->kind == CTYPE_ARRAY) {
		if (type->array.length)
			text_printf(t, "[%zu]", type->array.length);
		else
			text_str(t, "[]");
		print_after(t, type->array.element);
	} else {
		print_parameters(t, type->function);
		print_after(t, type->function->result);
	}
}

void
ctype_print(struct text *t, const struct ctype *type, const char *name)
{
	print_before(t, type);
	if (name)
		print_word(t, name);
	else if (!is_leaf(type) && type->kind != CTYPE_POINTER)
		space_if_word(t);
	print_after(t, type);
}

void
cfunction_print(struct text *t, const struct cfunction *f)
{
	ctype_print(t, &(struct ctype){.kind = CTYPE_FUNCTION, .function = f}, f->name);
}

char *
ctype_string(struct arena *a, const struct ctype *type)
{
	struct text t = {0};
	ctype_print(&t, type, NULL);
	return text_take(&t, a);
}
