#include "judge/row.h"

#include <stdlib.h>
#include <string.h>

/*
 * The returns of a phase cut it into layers: in each of them the model goes on by single steps until the call that returns next has gone ahead,
 * with what it is known to return; that leads to the next layer, where the calls come in that began in between. The last layer ends at rest.
 * So the slot of a call is free again when it has returned.
 *
 * Where the phase is not the last, all configurations of a layer are looked at before those of the next. At the end of a history one run will
 * do: what was reached last is looked at first, and what was seen in a layer is not looked at again.
 *
 * Where the order of arrival is open, what comes in later is younger than those that had arrived when others went ahead; so a word more than a
 * configuration has says who these are.
 *
 * Of two configurations that differ only in lost calls, of which the one has left more undone, that one can do all that the other can.
 */

/* What was reached in a layer. Those that differ in undone lost calls only share a configuration, from which these are taken out. */
struct place {
	uint32_t config; /* in the layer's set, where it is followed by those who are known to have arrived */
	uint32_t root; /* where it came from, in walk->now */
	uint32_t next; /* the next place with this configuration, plus 1 */
	bool dead; /* another can do more */
	uint64_t undone; /* lost calls */
};

struct layer {
	size_t at; /* moments before this one have happened */
	int goal; /* the slot whose call returns next, or -1 */
	uint64_t enter; /* slots of calls that come in */
	uint64_t refused, fresh; /* as the rules have them here */
	uint64_t open, may, lost; /* slots of calls that are outstanding; that may go ahead; that are lost */
	struct config_set set; /* an origin tells the first place */
	struct place *places;
	size_t n, cap;
	uint32_t *left; /* places that are to be looked at, the last one first */
	size_t nleft;
};

struct row {
	struct walk *walk;
	struct rules *rules;
	struct call *calls; /* CALLED: the call, and what became of it in this phase */
	size_t at; /* moments before this one are in the rules */
	struct layer *layers;
	size_t nlayers, deepest, last; /* the last one reached; the last one in which a place is left */
	size_t places, bytes; /* in all layers */
	uint64_t twins[MODEL_SLOTS]; /* of lost calls: those that are alike, and come first */
	size_t words; /* of a configuration: behind them stands who is known to have arrived */
	word *config, *next, *ways;
	/* while a step is made */
	size_t layer;
	uint32_t root;
	int slot;
	enum search_end end;
};

static uint64_t
bit(int slot)
{
	return 1ull << slot;
}

/* --- what is known of the phase beforehand --- */

/* Looks from the end what becomes of each call, and when it comes in: a call of which nobody says that it begins does so when it is made. */
static void
look_ahead(struct row *x, bool *enters)
{
	const struct walk *w = x->walk;
	const struct call *after[MODEL_SLOTS];
	size_t begins[MODEL_SLOTS] = {0}; /* moments, plus 1 */
	for (int slot = 0; slot < MODEL_SLOTS; slot++)
		after[slot] = &w->rules.calls[slot];
	for (size_t i = w->nmoments; i-- > 0;) {
		const struct moment *m = &w->moments[i];
		int slot = m->record.slot;
		if (m->record.kind == EVENT_BEGAN)
			begins[slot] = i + 1;
		if (m->record.kind != EVENT_CALLED)
			continue;
		x->calls[i] = *after[slot];
		after[slot] = m->again ? &m->before : NULL;
		enters[begins[slot] ? begins[slot] - 1 : i] = true;
		begins[slot] = 0;
	}
}

/* Puts the calls into the rules that had the slots before this moment. */
static void
stand_at(struct row *x, size_t at)
{
	struct walk *w = x->walk;
	for (; x->at < at; x->at++)
		if (w->moments[x->at].record.kind == EVENT_CALLED)
			walk_put(w, w->moments[x->at].record.slot, &x->calls[x->at]);
	while (x->at > at) {
		const struct moment *m = &w->moments[--x->at];
		if (m->again)
			walk_put(w, m->record.slot, &m->before);
	}
}

static bool
may_go_ahead(const struct rules *r, int slot)
{
	return r->calls[slot].lost ? rules_has_effect(r, slot) : r->calls[slot].returned;
}

/* The layer that begins with this moment; `open` are the slots of calls that are outstanding there. */
static struct layer *
add_layer(struct row *x, size_t at, uint64_t open, uint64_t fresh)
{
	struct layer *l = &x->layers[x->nlayers++];
	*l = (struct layer){.at = at, .goal = -1, .open = open, .fresh = fresh};
	set_clear(&l->set, x->words + 1);
	stand_at(x, at);
	l->refused = x->rules->refused;
	for (uint64_t left = open; left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		l->may |= may_go_ahead(x->rules, slot) ? bit(slot) : 0;
		l->lost |= x->rules->calls[slot].lost ? bit(slot) : 0;
	}
	return l;
}

static void
cut(struct row *x, const bool *enters)
{
	const struct walk *w = x->walk;
	uint64_t open = w->open, fresh = 0, enter = 0;
	for (size_t i = 0; i < w->nmoments; i++) {
		int slot = w->moments[i].record.slot;
		enter |= enters[i] ? bit(slot) : 0;
		if (w->moments[i].record.kind == EVENT_CALLED) {
			open |= bit(slot);
			fresh |= bit(slot);
		} else if (w->moments[i].record.kind == EVENT_RETURNED) {
			struct layer *l = add_layer(x, i, open, fresh);
			l->goal = slot;
			l->enter = enter;
			open &= ~bit(slot);
			fresh &= ~bit(slot);
			enter = 0;
		}
	}
	add_layer(x, w->nmoments, open, fresh)->enter = enter;
}

/* Alike in what they do, and nobody can tell when they arrive: the first of them goes first. */
static void
find_twins(struct row *x)
{
	const struct rules *r = x->rules;
	const struct layer *last = &x->layers[x->nlayers - 1];
	if (r->model->arrivals || r->model->order != ORDER_NONE)
		return;
	stand_at(x, last->at);
	for (uint64_t left = last->lost; left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		const struct call *a = &r->calls[slot];
		for (uint64_t others = last->lost & (bit(slot) - 1); others; others &= others - 1) {
			const struct call *b = &r->calls[__builtin_ctzll(others)];
			if (a->op == b->op && memcmp(a->args, b->args, a->op->n * sizeof *a->args) == 0)
				x->twins[slot] |= others & -others;
		}
	}
}

/* --- what was reached --- */

/* Lost calls that nobody misses as long as they have not gone ahead. */
static word *
undone(const struct row *x, word *config)
{
	const struct model *m = x->rules->model;
	const struct layout *l = &x->rules->layout;
	return &config[m->arrivals || m->order != ORDER_NONE ? l->in : l->pending];
}

/* Is there one already that can do as much? Those that can do less are dead from now on. */
static bool
is_covered(struct layer *l, uint32_t config, uint64_t undone)
{
	for (uint32_t i = l->set.origins[config].from; i; i = l->places[i - 1].next) {
		struct place *p = &l->places[i - 1];
		if (!(undone & ~p->undone))
			return true;
		p->dead = p->dead || !(p->undone & ~undone);
	}
	return false;
}

static enum search_end
keep(struct row *x, size_t layer, word *config, uint32_t root)
{
	struct layer *l = &x->layers[layer];
	const struct search *s = &x->walk->search;
	uint64_t lost = (uint64_t)*undone(x, config) & l->lost;
	size_t before = set_bytes(&l->set);
	bool is_new;
	*undone(x, config) &= ~(word)lost;
	uint32_t at = set_put(&l->set, config, (struct origin){0, -1}, &is_new);
	if (!is_new && is_covered(l, at, lost))
		return SEARCH_DONE;
	if (l->n == l->cap) {
		l->cap = l->cap ? 2 * l->cap : 4;
		l->places = mem_grow(l->places, l->cap * sizeof *l->places);
		l->left = mem_grow(l->left, l->cap * sizeof *l->left);
	}
	l->places[l->n] = (struct place){.config = at, .root = root, .next = l->set.origins[at].from, .undone = lost};
	l->left[l->nleft++] = (uint32_t)l->n++;
	l->set.origins[at].from = (uint32_t)l->n;
	x->deepest = layer > x->deepest ? layer : x->deepest;
	x->last = layer > x->last ? layer : x->last;
	x->places++;
	x->walk->search.most++;
	x->bytes += set_bytes(&l->set) - before + sizeof *l->places + sizeof *l->left;
	return x->places > s->cap || x->bytes + heap_bytes(x->rules->heap) > s->memory ? SEARCH_CAP : SEARCH_DONE;
}

static void
come_in(struct row *x, size_t layer, word *config)
{
	struct rules *r = x->rules;
	uint64_t refused = r->refused, enter = x->layers[layer].enter;
	r->refused = x->layers[layer].refused;
	config_enter(r, config, enter, layer > 0 ? enter : enter & x->layers[layer].lost);
	r->refused = refused;
	for (uint64_t left = enter; left && r->model->order == ORDER_OPEN; left &= left - 1)
		config[r->layout.before + (size_t)__builtin_ctzll(left)] |= config[x->words];
}

/* The call goes ahead; those that arrived before it have arrived. */
static void
note_arrived(const struct row *x, word *next, int slot)
{
	const struct rules *r = x->rules;
	next[x->words] = x->config[x->words];
	if (r->model->order == ORDER_OPEN)
		next[x->words] = (next[x->words] | x->config[r->layout.before + (size_t)slot]) & next[r->layout.pending];
}

/* Puts what was reached where it belongs: its call may have gone ahead, and those of the next layers. */
static enum search_end
put(struct row *x, size_t layer, word *config, uint32_t root)
{
	int goal = x->layers[layer].goal;
	while (goal >= 0 && !((config_in(x->rules, config) | config_pending(x->rules, config)) & bit(goal))) {
		come_in(x, ++layer, config);
		goal = x->layers[layer].goal;
	}
	return keep(x, layer, config, root);
}

static void
drop(struct row *x, struct layer *l)
{
	x->places -= l->n;
	x->bytes -= set_bytes(&l->set) + l->n * (sizeof *l->places + sizeof *l->left);
	set_free(&l->set);
	free(l->places);
	free(l->left);
	l->places = NULL;
	l->left = NULL;
	l->n = l->nleft = l->cap = 0;
}

/* --- steps --- */

/* Goes on with what a step came to. */
static void
settle(struct row *x, enum step step)
{
	size_t n = 0;
	if (step == STEP_MISHAP && !x->walk->search.forgiving)
		x->end = SEARCH_MISHAP;
	if (step == STEP_YES)
		x->end = put(x, x->layer, x->next, x->root);
	if (step == STEP_ASKS)
		n = config_refine(x->rules, x->config, x->ways);
	for (size_t i = 0; i < n && x->end == SEARCH_DONE; i++) {
		memcpy(x->next, x->ways + i * x->words, x->words * sizeof *x->next);
		x->next[x->words] = x->config[x->words];
		x->end = put(x, x->layer, x->next, x->root);
	}
}

static enum step
try_call(struct row *x, int slot)
{
	enum step step = step_enabled(x->rules, x->config, slot, NULL);
	if (step != STEP_YES)
		return step;
	memcpy(x->next, x->config, x->words * sizeof *x->next);
	step = step_execute(x->rules, x->next, slot, NULL, NULL);
	note_arrived(x, x->next, slot);
	return step;
}

static bool
put_lost(void *context, const word *config)
{
	struct row *x = context;
	memcpy(x->next, config, x->words * sizeof *x->next);
	note_arrived(x, x->next, x->slot);
	x->end = put(x, x->layer, x->next, x->root);
	return x->end == SEARCH_DONE;
}

static void
try_lost(struct row *x, int slot)
{
	struct lost *losses = &x->walk->search.losses;
	x->slot = slot;
	enum step step = lost_execute(losses, x->rules, x->config, slot, x->ways, put_lost, x);
	if (losses->unknown)
		x->end = SEARCH_CAP;
	else if (step != STEP_YES)
		settle(x, step);
}

static void
arrive(struct row *x, int slot)
{
	memcpy(x->next, x->config, (x->words + 1) * sizeof *x->next);
	settle(x, step_arrive(x->rules, x->next, slot));
}

/* A call that can go ahead and that nobody sees do so may as well do it at once. */
static bool
goes_unseen(struct row *x, uint64_t calls)
{
	for (; calls; calls &= calls - 1) {
		int slot = __builtin_ctzll(calls);
		if (!rules_has_effect(x->rules, slot) && try_call(x, slot) == STEP_YES) {
			settle(x, STEP_YES);
			return true;
		}
	}
	return false;
}

/* May the phase end here? */
static void
try_end(struct row *x)
{
	struct search *s = &x->walk->search;
	enum step step = STEP_YES;
	for (uint64_t left = s->completed ? config_pending(x->rules, x->config) : 0; left && step == STEP_YES; left &= left - 1) {
		enum step bound = search_bound(x->rules, x->config, __builtin_ctzll(left));
		step = bound == STEP_YES ? STEP_NO : bound == STEP_NO ? STEP_YES : bound;
	}
	if (step == STEP_YES)
		set_add(&s->ends, x->config, (struct origin){x->root, -1});
	else
		settle(x, step);
}

/* What is to be looked at first comes last. */
static void
look_at(struct row *x, size_t layer, uint32_t place)
{
	const struct layer *l = &x->layers[layer];
	struct place p = l->places[place];
	memcpy(x->config, set_at(&l->set, p.config), l->set.width * sizeof *x->config);
	*undone(x, x->config) |= (word)p.undone;
	x->layer = layer;
	x->root = p.root;
	stand_at(x, l->at);
	x->rules->fresh = l->fresh;
	uint64_t in = config_in(x->rules, x->config), calls = config_pending(x->rules, x->config) & l->may, lost = calls & l->lost;
	if (goes_unseen(x, calls & ~lost))
		return;
	for (uint64_t left = in; left && x->end == SEARCH_DONE; left &= left - 1)
		arrive(x, __builtin_ctzll(left));
	for (uint64_t left = lost; left && x->end == SEARCH_DONE; left &= left - 1)
		if (!(x->twins[__builtin_ctzll(left)] & lost))
			try_lost(x, __builtin_ctzll(left));
	for (uint64_t left = calls & ~lost; left && x->end == SEARCH_DONE; left &= left - 1)
		if (__builtin_ctzll(left) != l->goal)
			settle(x, try_call(x, __builtin_ctzll(left)));
	if (l->goal >= 0 && (calls & bit(l->goal)) && x->end == SEARCH_DONE)
		settle(x, try_call(x, l->goal));
	if (l->goal < 0 && !(in & ~l->lost) && x->end == SEARCH_DONE)
		try_end(x);
}

/* The next layer to look at: the first one where all ends are asked for, the last one where one will do. None: their number. */
static size_t
next_layer(struct row *x, size_t *first)
{
	while (*first < x->deepest && x->layers[*first].nleft == 0)
		drop(x, &x->layers[(*first)++]);
	while (x->last > *first && x->layers[x->last].nleft == 0)
		x->last--;
	size_t next = x->walk->ended ? x->last : *first;
	return x->layers[next].nleft > 0 ? next : x->nlayers;
}

static void
follow(struct row *x)
{
	struct search *s = &x->walk->search;
	size_t first = 0;
	for (size_t i = 0; i < x->walk->now.n && x->end == SEARCH_DONE; i++) {
		set_add(&s->seen, set_at(&x->walk->now, i), (struct origin){(uint32_t)i, -1});
		memcpy(x->next, set_at(&x->walk->now, i), x->words * sizeof *x->next);
		x->next[x->words] = 0;
		come_in(x, 0, x->next);
		x->end = put(x, 0, x->next, (uint32_t)i);
	}
	for (size_t layer = next_layer(x, &first); layer < x->nlayers && x->end == SEARCH_DONE; layer = next_layer(x, &first)) {
		struct layer *l = &x->layers[layer];
		uint32_t place = l->left[--l->nleft];
		if (!l->places[place].dead)
			look_at(x, layer, place);
		if (x->walk->ended && s->ends.n > 0)
			break;
	}
}

/* --- beginning and end --- */

static void
start(struct row *x, struct walk *w)
{
	size_t words = w->rules.layout.words;
	*x = (struct row){.walk = w, .rules = &w->rules, .at = w->nmoments, .words = words, .end = SEARCH_DONE};
	bool *enters = mem_alloc((w->nmoments + 1) * sizeof *enters);
	memset(enters, 0, (w->nmoments + 1) * sizeof *enters);
	x->calls = mem_alloc((w->nmoments + 1) * sizeof *x->calls);
	x->layers = mem_alloc((w->nmoments + 1) * sizeof *x->layers);
	x->config = mem_alloc(((MODEL_SLOTS + 2) * words + 2) * sizeof *x->config);
	x->next = x->config + words + 1;
	x->ways = x->next + words + 1;
	w->search.most = 0;
	set_clear(&w->search.seen, words);
	set_clear(&w->search.ends, words);
	look_ahead(x, enters);
	cut(x, enters);
	free(enters);
	find_twins(x);
}

static void
stop(struct row *x)
{
	for (size_t i = 0; i < x->nlayers; i++)
		drop(x, &x->layers[i]);
	free(x->layers);
	free(x->calls);
	free(x->config);
}

enum { MOST_EXPLAINED = 2000, MOST_TOGETHER = 20000 };

/* Puts the walk in front of what could not be. */
static void
stand_before(struct row *x, size_t layer)
{
	struct walk *w = x->walk;
	struct layer *l = &x->layers[layer];
	stand_at(x, l->at);
	set_clear(&w->now, x->words);
	for (size_t i = 0; i < l->n && i < MOST_EXPLAINED; i++) {
		memcpy(x->config, set_at(&l->set, l->places[i].config), l->set.width * sizeof *x->config);
		*undone(x, x->config) |= (word)l->places[i].undone;
		set_add(&w->now, x->config, (struct origin){0, -1});
	}
	if (w->reused) {
		w->used = l->open;
		w->fresh = l->fresh;
		memset(w->search.ahead, 0, sizeof w->search.ahead);
	}
	w->search.finished = l->goal >= 0 ? bit(l->goal) : 0;
	w->lost = w->search.lost = l->lost;
	for (uint64_t left = w->used & ~w->search.finished; left; left &= left - 1)
		w->rules.calls[__builtin_ctzll(left)].returned = false;
	w->entered = true;
	w->reused = false;
}

/* One run could not be found: where the phase can be looked at as a whole, that tells more. */
static enum search_end
explain_whole(struct row *x)
{
	struct walk *w = x->walk;
	size_t cap = w->search.cap;
	w->search.cap = cap < MOST_TOGETHER ? cap : MOST_TOGETHER;
	enum search_end end = w->reused || w->in_rows ? SEARCH_CAP : walk_together(w);
	w->search.cap = cap;
	return end;
}

enum search_end
row_search(struct walk *w)
{
	struct row x;
	start(&x, w);
	follow(&x);
	enum search_end end = x.end;
	bool impossible = end == SEARCH_DONE && w->search.ends.n == 0, wrong = end == SEARCH_MISHAP && w->reused;
	size_t layer = wrong ? x.layer : x.deepest;
	stand_at(&x, w->nmoments);
	if (wrong || (impossible && explain_whole(&x) != SEARCH_DONE)) {
		stand_before(&x, layer);
		if (impossible)
			walk_together(w);
	}
	stop(&x);
	return end;
}
