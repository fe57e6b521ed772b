/*
 * YAML as a tree whose every node knows where it stands. Inside lib/spec, and for replay files (lib/test), only.
 * Anchors, aliases and merge keys are resolved; a node that is used twice stands in the tree twice.
 */
#ifndef SPEC_YAML_H
#define SPEC_YAML_H

#include "base/diag.h"
#include "base/text.h"
#include "lang/syntax.h"

#include <yaml.h>

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node;

struct entry {
	struct node *key; /* always a scalar */
	struct node *value;
	bool merged; /* came by a merge key */
};

struct node {
	enum node_kind kind;
	struct span span;
	const char *tag; /* as written, or NULL */
	yaml_scalar_style_t style;
	bool flow; /* [a] or {a: b} */
	const char *text; /* of a scalar */
	size_t length;
	const uint32_t *offsets; /* where each byte of the text stands in the source */
	size_t n;
	struct node **items;
	struct entry *entries;
	bool cut; /* a plain scalar with a #comment right behind it, or nothing at all but a comment */
	bool split; /* a plain scalar in braces that goes on behind the comma, as far as one can tell */
};

enum { YAML_LARGEST = 1 << 20, YAML_DEEPEST = 64, YAML_MOST_NODES = 100000, YAML_MOST_KEYS = 2000 };

/* Reads the only document of the source, which has no more than so many nodes; NULL after adding a diagnostic. */
struct node *yaml_read(struct arena *, struct diags *, const struct source *, size_t most_nodes);

/* Fills in the offsets of a scalar whose span is known. */
void yaml_align(struct arena *, struct node *);
/* The length of the line break at i, by the rules of YAML 1.1, or 0. */
size_t yaml_break(const char *, size_t n, size_t i);

struct snippet node_snippet(const struct node *, const struct source *);
/* The value at a key, or NULL. */
struct node *node_get(const struct node *map, const char *key);

#endif
