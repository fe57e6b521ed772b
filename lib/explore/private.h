/* The parts of the explorer. Inside lib/explore only. */
#ifndef EXPLORE_PRIVATE_H
#define EXPLORE_PRIVATE_H

#include "explore/explore.h"
#include "explore/local.h"
#include "gen/gen.h"
#include "model/results.h"
#include "model/set.h"

/* A step: where it leads (25 bits), whose it is, and whether a call is made or goes ahead. */
typedef uint32_t edge;
enum { EDGE_TO = (1 << 25) - 1, EDGE_CLIENT = 25, EDGE_EXECUTES = 1u << 31 };
#define EDGE_NOWHERE ((edge)EDGE_TO) /* something went wrong on the way */

/* States that were reached and are looked up together, while the memory that they need is on its way. */
enum { MOST_REACHED = 16 };
struct reached {
	uint64_t hash;
	edge how;
};

/* A variable whose type has no bounds, and what was seen of it. */
enum { MOST_GROWING = 32 };
struct growing {
	const struct variable *variable;
	const struct type *type;
	size_t at; /* in a configuration */
	enum seg seg;
	int index;
	bool rises, falls;
	int64_t most; /* of a collection, how much was in it; of a number, its value */
};

struct explorer {
	struct arena *arena;
	const struct model *model;
	const struct spec *spec;
	struct explore_options options;
	struct exploration *out;
	VEC(struct finding) findings;
	VEC(struct finding_key { const void *where; int kind; }) reported;
	struct results *results; /* of this run */
	struct alternative_coverage **kinds; /* by kind of client, then by alternative */
	/* of this run: one choice of the test's parameters */
	const char *parameters;
	struct heap *heap;
	struct rules rules;
	struct locals locals;
	struct gen_client clients[MODEL_SLOTS];
	size_t nclients;
	size_t limit; /* states */
	struct config_set states;
	edge *edges;
	size_t *first_edge; /* by state that was looked at, and one more */
	size_t nedges, edges_cap, first_cap;
	size_t looked_at;
	uint64_t work;
	const char *bound; /* what ended it */
	bool partial; /* something was left out on the way */
	size_t ngrowing;
	struct growing growing[MOST_GROWING];
	/* of the state that is looked at */
	uint32_t at;
	word *now, *next; /* a configuration, then the clients' locals */
	uint32_t installed[MODEL_SLOTS]; /* whose call the rules know */
	struct reached reached[MOST_REACHED];
	word *reached_words;
	size_t nreached;
	uint64_t enabled; /* calls that can go ahead */
	bool can_call; /* some client can make a call */
	bool stumbled; /* a step went wrong */
	/* when a step that was taken before is looked for */
	const word *sought;
	bool found;
	/* when steps are drawn at random */
	bool random;
	uint64_t seed, drawn;
	word *taken; /* one of those that were drawn */
	size_t wandered; /* steps */
	word result; /* of the call that goes ahead */
};

/* The number of a client's local in a state: two in a word, behind the configuration. */
static inline uint32_t
local_in(const struct explorer *x, const word *state, size_t client)
{
	return (uint32_t)((uint64_t)state[x->rules.layout.words + client / 2] >> (client % 2 * 32));
}

static inline void
put_local(const struct explorer *x, word *state, size_t client, uint32_t local)
{
	word *w = &state[x->rules.layout.words + client / 2];
	unsigned shift = client % 2 * 32;
	*w = (word)(((uint64_t)*w & ~((uint64_t)UINT32_MAX << shift)) | (uint64_t)local << shift);
}

static inline struct local *
local_of(const struct explorer *x, const word *state, size_t client)
{
	return x->locals.at[local_in(x, state, client)];
}

/* --- walk.c --- */

/* Walks until everything is known or a bound is reached. */
void walk_all(struct explorer *);
/* Makes a state that was found the one that is looked at. */
void look_at(struct explorer *, const word *state);
/* Tries the steps in which the call of a client goes ahead. */
void go_ahead(struct explorer *, int slot);
/* Makes the calls that a client without one can make. */
void make_calls(struct explorer *, size_t client);

/* --- wander.c --- */

/* Takes random walks until there are as many states as there may be. */
void wander(struct explorer *);
/* A random number. */
uint64_t draw(struct explorer *, uint64_t below);

/* What became of trying to let a call go ahead; UNKNOWN: nobody can say what it may return. */
enum tried { TRIED_NONE, TRIED_SOME, TRIED_UNKNOWN, TRIED_MISHAP };
/* Lets an enabled call go ahead with this result, if it may have it. */
enum tried attempt(struct explorer *, int slot, word result);

/* --- grow.c --- */

void grow_start(struct explorer *);
/* A step leads from one state to another. */
void grow_note(struct explorer *, const word *from, const word *to);
/* Does a collection only grow, with nothing that could ever stop it? */
bool grow_is_endless(const struct explorer *);
/* Where not all states could be seen: variables that are why. */
void grow_findings(struct explorer *);

/* --- results.c --- */

/* Lets an enabled call go ahead with each result that it may have; stops at the first mishap. */
enum tried results_try(struct explorer *, int slot);

/* --- finding.c --- */

/* Each reports what happens in, or on a step from, the state that is looked at; once for each distinct mistake. */
void find_mishap(struct explorer *, int slot, bool executes);
void find_client_mishap(struct explorer *, size_t client, bool executes);
void find_initial_mishap(struct explorer *);
void find_deadlock(struct explorer *);
void find_no_result(struct explorer *, int slot);
/* Something is left out; `where` tells it from others. */
void find_unexplored(struct explorer *, enum finding_kind, const void *where, struct span, const char *message, const char *hint);
/* The states of a cycle, ending in the first again, in which a client's call waits; strong: it could go ahead in none. */
void find_starvation(struct explorer *, size_t client, const uint32_t *cycle, size_t n, bool strong);
/* Adds a finding; NULL if it has been reported, or too many have been. */
struct finding *find_new(struct explorer *, enum finding_kind, struct span, const void *where, int how);
/* Adds "within N states" to a message unless all is known. */
const char *find_claim(struct explorer *, const char *message);

/* --- path.c --- */

/* The shortest steps to a state; `steps` gets them, in the arena. */
size_t path_to(struct explorer *, uint32_t state, struct explored_step **steps);
/* The steps along a list of states, each the next one's predecessor. */
size_t path_along(struct explorer *, const uint32_t *states, size_t n, struct explored_step **steps);
/* The same with one more step that leads nowhere. */
void path_extend(struct finding *, const struct explored_step *);
const char *path_client(struct explorer *, size_t client);
const char *path_call(struct explorer *, const struct call *);

/* --- starve.c, cover.c, graph.c --- */

/* Looks for calls that others can overtake for ever; takes so much memory a state. */
enum { STARVE_BYTES = 26 };
void starve(struct explorer *);
void cover_start(struct explorer *);
void cover_findings(struct explorer *);
void graph_draw(struct explorer *);

#endif
