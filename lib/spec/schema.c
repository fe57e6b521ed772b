#include "spec/keys.h"
#include "spec/spec.h"

#include <jansson.h>
#include <string.h>

/* --- what stands at a key --- */

static json_t *
reference(const char *name)
{
	return json_pack("{s:o}", "$ref", json_sprintf("#/$defs/%s", name));
}

/* A section's definition is named as in its title: "a policy's operation" is policys-operation. */
static json_t *
section_reference(const struct section *s)
{
	char name[64];
	size_t n = 0;
	const char *words = strchr(s->title, ' ') + 1;
	for (; *words && n + 1 < sizeof name; words++)
		if (*words != '\'')
			name[n++] = *words == ' ' ? '-' : *words;
	name[n] = 0;
	return reference(name);
}

static const char *
definition_of(enum shape shape)
{
	switch (shape) {
	case SHAPE_NAME: return "name";
	case SHAPE_EXPR: return "expression";
	case SHAPE_EXPRS: return "conditions";
	case SHAPE_CLAUSE: return "clause";
	case SHAPE_CLAUSES: return "clauses";
	case SHAPE_STATEMENTS: return "statements";
	case SHAPE_TYPE: return "type";
	case SHAPE_DECLARATION: return "declaration";
	case SHAPE_NUMBER: return "number";
	case SHAPE_RANGE: return "range";
	case SHAPE_DURATION: return "duration";
	case SHAPE_TEXT: return "text";
	case SHAPE_C: return "c";
	case SHAPE_BINDING: return "binding";
	case SHAPE_CALL: return "call";
	case SHAPE_BOOL: return "truth";
	case SHAPE_SCHEDULING: return "scheduling";
	case SHAPE_DESTROY:
	case SHAPE_SECTION:
	case SHAPE_MAP:
	case SHAPE_LIST:
		break;
	}
	return NULL;
}

static json_t *
item_schema(enum shape shape, const struct section *section)
{
	return shape == SHAPE_SECTION ? section_reference(section) : reference(definition_of(shape));
}

static json_t *
names(void)
{
	return json_pack("{s:s}", "pattern", "^[A-Za-z_][A-Za-z0-9_]*$");
}

static json_t *
key_schema(const struct key *k)
{
	json_t *s;
	if (k->shape == SHAPE_MAP)
		s = json_pack("{s:s, s:o, s:o}", "type", "object", "propertyNames", k->any_names ? json_object() : names(), "additionalProperties", item_schema(k->item, k->section));
	else if (k->shape == SHAPE_LIST)
		s = json_pack("{s:s, s:i, s:o}", "type", "array", "minItems", 1, "items", item_schema(k->item, k->section));
	else if (k->shape == SHAPE_DESTROY)
		s = json_pack("{s:[o, o]}", "anyOf", reference("binding"), section_reference(k->section));
	else
		s = item_schema(k->shape, k->section);
	json_object_set_new(s, "description", json_string(k->doc));
	return s;
}

static json_t *
section_schema(const struct section *s)
{
	json_t *properties = json_object(), *required = json_array();
	for (size_t i = 0; i < s->n; i++) {
		json_object_set_new(properties, s->keys[i].name, key_schema(&s->keys[i]));
		if (s->keys[i].required)
			json_array_append_new(required, json_string(s->keys[i].name));
	}
	json_t *others = s->open == SHAPE_NAME ? json_false() : reference(definition_of(s->open));
	return json_pack("{s:s, s:s, s:o, s:o, s:o}", "title", s->title, "type", "object", "properties", properties, "required", required, "additionalProperties", others);
}

/* --- the definitions --- */

/* What YAML makes of a text: an expression may look like a number or like true. */
static json_t *
scalar(const char *description)
{
	return json_pack("{s:[s, s, s], s:s}", "type", "string", "number", "boolean", "description", description);
}

static json_t *
one_or_list(const char *what, const char *description)
{
	return json_pack("{s:[o, {s:s, s:o}], s:s}", "anyOf", reference(what), "type", "array", "items", reference(what), "description", description);
}

static json_t *
pattern(const char *regex, const char *description)
{
	return json_pack("{s:[s, s], s:s, s:s}", "type", "string", "integer", "pattern", regex, "description", description);
}

static json_t *
type_schema(void)
{
	return json_pack("{s:[{s:s}, {s:s, s:i, s:{s:s}}, {s:s, s:i, s:o, s:o}], s:s}", "anyOf", "type", "string", "type", "array", "minItems", 1, "items", "type",
		"string", "type", "object", "minProperties", 1, "propertyNames", names(), "additionalProperties", reference("type"), "description",
		"a type; a list is an enum, a map a record");
}

static json_t *
scheduling_schema(void)
{
	return json_pack("{s:[{s:s}, {s:s, s:{s:o}, s:[s], s:b}, o], s:s}", "anyOf", "type", "string", "type", "object", "properties", "priority", reference("expression"),
		"required", "priority", "additionalProperties", 0, reference("policy"), "description",
		"always, fifo, fifo-per-operation, lifo, a file that ends in .yaml, 'priority: EXPR', or a policy");
}

static json_t *
definitions(void)
{
	json_t *all = json_object();
	json_object_set_new(all, "name", json_pack("{s:s}", "type", "string"));
	json_object_set_new(all, "expression", scalar("an expression"));
	json_object_set_new(all, "statement", json_pack("{s:s, s:s}", "type", "string", "description", "x := e, x += e, x -= e, if c then s else s, for x in S do s"));
	json_object_set_new(all, "conditions", one_or_list("expression", "a condition, or a list of conditions that must all hold"));
	json_object_set_new(all, "clause", json_pack("{s:[o, o], s:s}", "anyOf", reference("expression"), section_reference(&section_clause), "description", "an expression, or a map of one and a message"));
	json_object_set_new(all, "clauses", one_or_list("clause", "a condition, or a list of conditions that must all hold; each may have a message"));
	json_object_set_new(all, "statements", one_or_list("statement", "a statement, or a list of them"));
	json_object_set_new(all, "type", type_schema());
	json_object_set_new(all, "declaration", json_pack("{s:o, s:s}", "$ref", json_string("#/$defs/type"), "description", "TYPE, or TYPE = EXPR"));
	json_object_set_new(all, "number", scalar("a number, or an expression over constants"));
	json_object_set_new(all, "range", scalar("a number, or a..b"));
	json_object_set_new(all, "duration", pattern("^[0-9]+ *(ns|us|ms|s)$", "a number and ns, us, ms or s"));
	json_object_set_new(all, "text", json_pack("{s:s, s:s}", "type", "string", "description", "a text with {expressions} in it"));
	json_object_set_new(all, "c", json_pack("{s:s, s:s}", "type", "string", "description", "declarations in C"));
	json_object_set_new(all, "binding", json_pack("{s:s, s:s}", "type", "string", "description", "[self = | result = | result.x =] function(self, x, out result.y length 16)"));
	json_object_set_new(all, "call", json_pack("{s:s, s:s}", "type", "string", "description", "operation(argument, ...)"));
	json_object_set_new(all, "truth", json_pack("{s:s}", "type", "boolean"));
	json_object_set_new(all, "scheduling", scheduling_schema());
	return all;
}

static void
add_section(json_t *all, const struct section *s)
{
	json_t *ref = section_reference(s);
	const char *name = strrchr(json_string_value(json_object_get(ref, "$ref")), '/') + 1;
	json_object_set_new(all, name, section_schema(s));
	json_decref(ref);
}

void
spec_schema(struct text *out)
{
	static const struct section *const sections[] = {
		&section_spec, &section_clause, &section_function, &section_operation, &section_rule, &section_client, &section_alternative, &section_implementation, &section_destroy, &section_testing, &section_grading, &section_recorded, &section_policy,
	};
	json_t *all = definitions();
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		add_section(all, sections[i]);
	json_t *root = json_pack("{s:s, s:s, s:s, s:o, s:{s:[s]}, s:o, s:o}", "$schema", "https://json-schema.org/draft/2020-12/schema", "title",
		"srtest specifications and policies", "description", "A file with the key 'policy' is a policy; any other is a specification.", "$defs", all, "if",
		"required", "policy", "then", reference("policy"), "else", reference("specification"));
	char *text = json_dumps(root, JSON_INDENT(2));
	text_str(out, text);
	text_char(out, '\n');
	free(text);
	json_decref(root);
}
