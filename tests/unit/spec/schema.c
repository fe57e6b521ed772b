#include "unit/spec/loaded.h"

#include "spec/keys.h"
#include "spec/yaml.h"

#include <glob.h>
#include <jansson.h>
#include <stdio.h>

static json_t *
schema(void)
{
	struct text t = {0};
	json_error_t error;
	spec_schema(&t);
	json_t *s = json_loads(t.s, JSON_REJECT_DUPLICATES, &error);
	text_free(&t);
	assert_non_null(s);
	return s;
}

static const json_t *
definition(const json_t *root, const char *reference)
{
	const char *name = strrchr(reference, '/') + 1;
	const json_t *d = json_object_get(json_object_get(root, "$defs"), name);
	if (!d)
		fail_msg("there is no definition %s", reference);
	return d;
}

/* Every $ref leads somewhere. */
static void
follow_references(const json_t *root, const json_t *part)
{
	const char *key;
	json_t *value;
	size_t i;
	json_object_foreach((json_t *)(uintptr_t)part, key, value) {
		if (strcmp(key, "$ref") == 0)
			definition(root, json_string_value(value));
		follow_references(root, value);
	}
	json_array_foreach(part, i, value)
		follow_references(root, value);
}

static void
check_section(const json_t *root, const char *name, const struct section *s)
{
	const json_t *properties = json_object_get(definition(root, name), "properties");
	assert_int_equal(json_object_size(properties), s->n);
	for (size_t i = 0; i < s->n; i++) {
		const json_t *key = json_object_get(properties, s->keys[i].name);
		assert_non_null(key);
		assert_string_equal(json_string_value(json_object_get(key, "description")), s->keys[i].doc);
	}
}

static void
the_schema_has_every_key_and_its_description(void **state)
{
	(void)state;
	json_t *root = schema();
	follow_references(root, root);
	check_section(root, "/specification", &section_spec);
	check_section(root, "/clause-with-a-message", &section_clause);
	check_section(root, "/function", &section_function);
	check_section(root, "/operation", &section_operation);
	check_section(root, "/policys-operation", &section_rule);
	check_section(root, "/client", &section_client);
	check_section(root, "/clients-call", &section_alternative);
	check_section(root, "/implementation", &section_implementation);
	check_section(root, "/testing-section", &section_testing);
	check_section(root, "/policy", &section_policy);
	json_decref(root);
}

/* --- does a file conform? Enough of JSON Schema for our own. --- */

static bool conforms(const json_t *root, const json_t *s, const struct node *n);

static bool
type_fits(const json_t *type, const struct node *n)
{
	const json_t *each;
	size_t i;
	if (!type)
		return true;
	json_array_foreach(type, i, each)
		if (type_fits(each, n))
			return true;
	const char *name = json_string_value(type);
	if (!name)
		return false;
	return n->kind == (strcmp(name, "object") == 0 ? NODE_MAP : strcmp(name, "array") == 0 ? NODE_LIST : NODE_SCALAR);
}

static bool
entries_fit(const json_t *root, const json_t *s, const struct node *n)
{
	const json_t *properties = json_object_get(s, "properties"), *others = json_object_get(s, "additionalProperties"), *name;
	size_t i;
	for (i = 0; i < n->n; i++) {
		const json_t *at = json_object_get(properties, n->entries[i].key->text);
		at = at ? at : others;
		if (json_is_false(at) || (at && !conforms(root, at, n->entries[i].value)))
			return false;
	}
	json_array_foreach(json_object_get(s, "required"), i, name)
		if (!node_get(n, json_string_value(name)))
			return false;
	return true;
}

static bool
any_fits(const json_t *root, const json_t *all, const struct node *n)
{
	const json_t *each;
	size_t i;
	json_array_foreach(all, i, each)
		if (conforms(root, each, n))
			return true;
	return !all;
}

static bool
conforms(const json_t *root, const json_t *s, const struct node *n)
{
	const char *reference = json_string_value(json_object_get(s, "$ref"));
	if (reference && !conforms(root, definition(root, reference), n))
		return false;
	if (!type_fits(json_object_get(s, "type"), n) || !any_fits(root, json_object_get(s, "anyOf"), n))
		return false;
	for (size_t i = 0; n->kind == NODE_LIST && json_object_get(s, "items") && i < n->n; i++)
		if (!conforms(root, json_object_get(s, "items"), n->items[i]))
			return false;
	return n->kind != NODE_MAP || entries_fit(root, s, n);
}

static bool
text_conforms(const json_t *root, struct arena *a, struct source *src)
{
	struct diags d = {0};
	struct node *n = yaml_read(a, &d, src, YAML_MOST_NODES);
	bool ok = n && conforms(root, json_object_get(root, node_get(n, "policy") ? "then" : "else"), n);
	diags_free(&d);
	return ok;
}

static bool
has_conforming(const json_t *root, const char *text)
{
	struct arena a = {0};
	bool ok = text_conforms(root, &a, source_text(&a, "text", text, strlen(text)));
	arena_free(&a);
	return ok;
}

static void
a_wrong_key_or_shape_does_not_conform(void **state)
{
	(void)state;
	json_t *root = schema();
	assert_true(has_conforming(root, "resource: r\noperations: {op: {params: {n: int}, cpre: [a, b]}}\n"));
	assert_true(has_conforming(root, "policy: p\noperations: {op: {enabled: true}}\n"));
	assert_true(has_conforming(root, "resource: r\noperations: {op: {cpre: [a, {that: b, message: c}], result: {that: 1, message: d}, must: {that: b, message: c}}}\n"));
	assert_false(has_conforming(root, "resource: r\noperations: {op: {cpre: {that: b}}}\n"));
	assert_false(has_conforming(root, "resource: r\noperations: {op: {post: {that: b, message: c}}}\n"));
	assert_false(has_conforming(root, "resource: r\noperations: {op: {result: [{that: 1, message: d}]}}\n"));
	assert_false(has_conforming(root, "resource: r\noperations: {op: {parms: {n: int}}}\n"));
	assert_false(has_conforming(root, "resource: r\noperations: {op: {params: [n]}}\n"));
	assert_false(has_conforming(root, "operations: {op: {}}\n"));
	assert_false(has_conforming(root, "resource: r\noperations: {op: {result: [1]}}\n"));
	json_decref(root);
}

static const char *
in_project(struct arena *a, const char *path)
{
	const char *root = getenv("SRC");
	return arena_printf(a, "%s/%s", root ? root : ".", path);
}

static void
every_specification_in_the_project_conforms(void **state)
{
	(void)state;
	json_t *root = schema();
	struct arena a = {0};
	struct diags d = {0};
	glob_t files = {0};
	glob(in_project(&a, "specs/*/*.yaml"), 0, NULL, &files);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct source *src = source_read(&a, &d, files.gl_pathv[i], YAML_LARGEST);
		if (!src || !text_conforms(root, &a, src))
			fail_msg("%s does not conform to the schema", files.gl_pathv[i]);
	}
	globfree(&files);
	diags_free(&d);
	arena_free(&a);
	json_decref(root);
}

static void
the_file_in_the_project_is_current(void **state)
{
	(void)state;
	struct arena a = {0};
	struct diags d = {0};
	struct text t = {0};
	spec_schema(&t);
	struct source *src = source_read(&a, &d, in_project(&a, "schema/srtest-spec.schema.json"), YAML_LARGEST);
	assert_non_null(src);
	if (src->length != t.n || memcmp(src->text, t.s, t.n) != 0)
		fail_msg("write it anew: build/srtest schema >schema/srtest-spec.schema.json");
	text_free(&t);
	diags_free(&d);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_schema_has_every_key_and_its_description),
		cmocka_unit_test(a_wrong_key_or_shape_does_not_conform),
		cmocka_unit_test(every_specification_in_the_project_conforms),
		cmocka_unit_test(the_file_in_the_project_is_current),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
