/* What a specification says, as a number: neither how it is laid out, nor what is said in comments. */
#include "spec/load.h"

#include <string.h>
#include <xxhash.h>

static void
add_text(XXH3_state_t *to, const char *s, size_t n)
{
	XXH3_64bits_update(to, &n, sizeof n);
	if (n)
		XXH3_64bits_update(to, s, n);
}

/* What shape it has, and how much there is of it, comes before what is in it: no two trees are one row of bytes. */
static void
add_node(XXH3_state_t *to, const struct node *n, const char *but)
{
	bool plain = n->kind == NODE_SCALAR && n->style == YAML_PLAIN_SCALAR_STYLE; /* in quotes, true is text */
	bool lacks = but && node_get(n, but);
	size_t shape[] = {n->kind, n->n - lacks, plain};
	XXH3_64bits_update(to, shape, sizeof shape);
	add_text(to, n->tag, n->tag ? strlen(n->tag) : 0);
	add_text(to, n->text, n->kind == NODE_SCALAR ? n->length : 0);
	for (size_t i = 0; i < n->n; i++) {
		if (n->kind == NODE_LIST) {
			add_node(to, n->items[i], NULL);
			continue;
		}
		if (lacks && strcmp(n->entries[i].key->text, but) == 0)
			continue;
		add_node(to, n->entries[i].key, NULL);
		add_node(to, n->entries[i].value, NULL);
	}
}

uint64_t
said_but(const struct node *root, const char *key)
{
	XXH3_state_t *state = XXH3_createState();
	XXH3_64bits_reset(state);
	add_node(state, root, key);
	uint64_t said = XXH3_64bits_digest(state);
	XXH3_freeState(state);
	return said;
}
