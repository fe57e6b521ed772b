/* What the files of the loader share, and the reader of replay files (lib/test) with them. */
#ifndef SPEC_LOAD_H
#define SPEC_LOAD_H

#include "spec/keys.h"
#include "spec/spec.h"
#include "spec/yaml.h"

struct loader {
	struct arena *arena;
	struct diags *diags;
	struct spec *spec;
	const struct source *src; /* the file that nodes belong to: the spec's or the policy's */
	const char *path;
	const struct spec_options *options;
	struct spec_editor *editor; /* of the options, while a part of the model is loaded; or NULL */
	uint64_t fuel; /* steps left for all constants together */
};

struct params {
	size_t n;
	struct field *at;
	struct span *spans;
};

enum { MOST_CONDITIONS = 500, MOST_TYPE_PARTS = 5000 };

/* --- load.c: nodes --- */

bool node_error(struct loader *, const struct node *, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Complains about keys that the section does not have and about required ones that lack. */
bool check_keys(struct loader *, const struct node *map, const struct section *);
/* Is it a map whose keys can be names of the language? NULL stands for an absent node. */
bool named_entries(struct loader *, const struct node *, const char *what);
/* A scalar: not a map, not empty, not cut by YAML at a comma. */
bool name_node(struct loader *, const struct node *, const char *what);
/* The same for an expression, which no comment may have cut either. */
bool text_node(struct loader *, const struct node *, const char *what);
struct expr *node_expr(struct loader *, const struct node *);
bool node_number(struct loader *, const struct node *, int64_t low, int64_t high, int64_t *);
bool node_bool(struct loader *, const struct node *, bool *);
/* A list of names of bits, which are set; what: "kinds of misuse". */
bool names_of_bits(struct loader *, const struct node *, const struct bit *, const char *what, unsigned *set);
bool is_section_key(const struct section *, const char *name);

/* A context for checking at the top of the spec, in which nothing but constants can be read. */
struct check top_check(struct loader *, const char *clause);
void add_variable(struct loader *, struct scope *, const char *name, struct span, const struct type *, enum seg, int index);
bool add_constant(struct loader *, const char *name, struct span, const struct type *, word value);
/* Marks a name whose declaration is wrong, so that its uses are not complained about. */
void add_broken(struct loader *, struct scope *, const char *name, struct span);
enum { MOST_MEANT = 64 };
/* The new names that declarations may have been meant to declare which cannot be read: the words of keys, or of a list or text. */
size_t meant_names(struct loader *, const struct node *, const char **names, size_t most);
/* Marks these. NULL stands for an absent node. */
void add_meant(struct loader *, struct scope *, const struct node *);

/* --- types.c --- */

/* Is it one of the words that begin a type? */
bool type_is_basic(const char *name);
/* Reads a type without declaring the names of its enums. */
const struct type *read_type(struct loader *, const struct node *);
/* The names of an enum are constants of their own. A type that has a name has declared its parts already. */
bool add_enum_names(struct loader *, const struct node *, const struct type *);
bool small_enough(struct loader *, const struct node *, const struct type *);
/* Reads a type and declares the names of its enums. */
const struct type *load_type(struct loader *, const struct node *);
/* Where a parameter's type is wrong, it is NULL. */
bool load_params(struct loader *, const struct node *, struct params *);

/* --- declare.c --- */

bool load_constants_and_types(struct loader *, const struct node *root);
/* The text that --define gives a constant or parameter; its src is NULL if there is none. */
struct snippet define_text(struct loader *, const char *name);
/* `name: TYPE = EXPR`; `readable` are the segments that EXPR may read; the names are added to the scope as they come. */
bool load_variables(struct loader *, const struct node *, struct scope *, enum seg, struct check *, struct variables *);
bool load_functions(struct loader *, const struct node *);

/* --- clause.c --- */

/* Shows what was parsed to the editor, if there is one. */
void edit_expr(struct loader *, const struct edited *, struct expr **);

/* `[f(a, b)]` is a list of `f(a` and `b)`: where an element was not understood, gives the hint. Was it likely that? */
bool hint_comma(struct loader *, const struct node *list);
/* Is it `true`, which is written for the sake of a message? */
bool is_just_true(const struct expr *);
/* One expression, or a list of conditions that must all hold, which may have messages; an absent node gives an absent clause. */
bool load_condition(struct loader *, struct check *, const struct node *, struct clause *);
/* The same where nobody can break it, so that there are no messages. */
bool load_plain_condition(struct loader *, struct check *, const struct node *, struct clause *);
bool load_expression(struct loader *, struct check *, const struct node *, const struct type *wanted, struct clause *);
bool load_statements(struct loader *, struct check *, const struct node *, struct clause *);
/* Checks and compiles an expression that is already parsed. */
bool make_clause(struct loader *, struct check *, struct expr *, const struct type *wanted, struct clause *);
bool load_template(struct loader *, struct check *, const struct node *, struct template *);

/* --- said.c --- */

/* A number for what the tree says, but for what stands at this key of its root. */
uint64_t said_but(const struct node *root, const char *key);

/* --- operation.c, policy.c, client.c, grading.c, partition.c, recorded.c, binding.c --- */

bool declare_operations(struct loader *, const struct node *);
bool load_operations(struct loader *, const struct node *);
/* Complains about an operation that does not exist; `also` are keys that could have been meant instead, or NULL. */
bool unknown_operation(struct loader *, struct span, const char *name, const struct section *also);
/* The names of the parameters of an operation. */
struct scope *arguments_scope(struct loader *, struct scope *up, const struct operation *);
/* The names that clauses of an operation see: its parameters, info (if any) and result (if any). */
struct scope *operation_scope(struct loader *, struct scope *up, const struct operation *, const struct type *info, int info_index);
bool load_rule(struct loader *, const struct node *, struct scope *, const struct operation *, enum seg own_state, int info_index, struct rule *);
bool load_policy(struct loader *, const struct node *scheduling);
bool load_clients(struct loader *, const struct node *);
bool load_grading(struct loader *, const struct node *);
/* Which parameter says to what part of the state a call belongs; checks that each part is on its own. */
bool load_partition(struct loader *, const struct node *);
bool load_recorded(struct loader *, const struct node *);
bool load_implementation(struct loader *, const struct node *);

#endif
