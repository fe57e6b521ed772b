/*
 * Lets operations follow each other that seldom have. Of two places in the implementation that work on the same object, the second
 * may find what the first one left, or what was there before; a few such pairs are drawn for a run, rare ones rather, and who
 * would spoil one of them goes last. That what reads find is worth guiding by was shown by Wolff, Shi, Duck, Mathur and
 * Roychoudhury (2024).
 */
#include "drivers/native/profile.h"
#include "drivers/native/strategy.h"

#include "base/random.h"

#include <string.h>

enum { MOST_SITES = 256, MOST_PAIRS = 4096, MOST_AIMS = 8, MOST_AT_OBJECT = 16, SLOTS = 4 * MOST_SITES, NOTHING = 0, UNKNOWN = -1 };

/* A place, and what is done there by tasks of a kind. */
struct site {
	const char *action;
	const void *place;
	uint64_t kind;
};

/* `second` follows `first` on an object; it is another task's, or NOTHING. */
struct pair {
	int first, second;
	unsigned seen, tried; /* in so many runs */
};

/* Who works on an object in this run. */
struct visit {
	int site, member;
	bool changes, several;
};

static struct site sites[MOST_SITES]; /* 0: none */
static size_t nsites = 1;
static int slots[SLOTS];
static struct pair pairs[MOST_PAIRS];
static size_t npairs;
static int pair_of[MOST_SITES][MOST_SITES]; /* + 1; 0: there is none */

/* this run */
static uint64_t state;
static uint64_t priority[MOST_CARRIERS];
static bool calm; /* stays with who runs */
static struct visit visits[PROFILE_OBJECTS][MOST_AT_OBJECT];
static size_t nvisits[PROFILE_OBJECTS];
static int nvisited; /* how far the tables of objects were used in this run */
static struct {
	int site, member;
} last[PROFILE_OBJECTS]; /* who changed it */
static int member[MOST_CARRIERS];
static int nmembers;
static struct {
	int first, second;
	bool done;
} aims[MOST_AIMS];
static size_t naims;
static bool seen[MOST_PAIRS];

/* --- sites --- */

static int
find_site(const struct task *t)
{
	uint64_t key = (uint64_t)(uintptr_t)t->action ^ random_mix((uint64_t)(uintptr_t)t->place ^ random_mix(t->kind));
	size_t at = random_mix(key) % SLOTS;
	for (; slots[at]; at = (at + 1) % SLOTS) {
		const struct site *s = &sites[slots[at]];
		if (s->action == t->action && s->place == t->place && s->kind == t->kind)
			return slots[at];
	}
	if (nsites == MOST_SITES)
		return UNKNOWN;
	sites[nsites] = (struct site){t->action, t->place, t->kind};
	slots[at] = (int)nsites;
	return (int)nsites++;
}

/* What the task last intended is mostly what it intends still. */
static int
site_of(const struct task *t)
{
	static int known[MOST_CARRIERS];
	int n = known[t->number];
	if (n > 0 && sites[n].action == t->action && sites[n].place == t->place && sites[n].kind == t->kind)
		return n;
	return known[t->number] = find_site(t);
}

/* --- what a run has taught --- */

static void
add_pair(int first, int second)
{
	if (pair_of[first][second] || npairs == MOST_PAIRS)
		return;
	pairs[npairs++] = (struct pair){.first = first, .second = second};
	pair_of[first][second] = (int)npairs;
}

static void
add_pairs(const struct visit *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++) {
			bool others = v[i].member != v[k].member || v[i].several || v[k].several;
			if (!v[i].changes || !others)
				continue;
			add_pair(v[i].site, v[k].site);
			add_pair(NOTHING, v[k].site);
		}
	}
}

static void
end(void)
{
	for (size_t i = 0; i < profile_objects(); i++)
		if (nvisits[i])
			add_pairs(visits[i], nvisits[i]);
	for (size_t i = 0; i < npairs; i++)
		pairs[i].seen += seen[i];
	profile_end();
}

/* --- a run --- */

/* Of a few pairs, the one that was seen and tried least. */
static const struct pair *
rare_pair(void)
{
	struct pair *best = NULL;
	for (int i = 0; i < 4; i++) {
		struct pair *p = &pairs[random_draw(&state) % npairs];
		if (!best || p->seen + p->tried < best->seen + best->tried)
			best = p;
	}
	best->tried++;
	return best;
}

static void
draw_aims(unsigned depth)
{
	static const size_t counts[] = {1, 1, 1, 2, 2, 3};
	naims = npairs ? depth ? depth : counts[random_draw(&state) % (sizeof counts / sizeof *counts)] : 0;
	naims = naims < MOST_AIMS ? naims : MOST_AIMS;
	for (size_t i = 0; i < naims; i++) {
		const struct pair *p = rare_pair();
		aims[i].first = p->first;
		aims[i].second = p->second;
		aims[i].done = false;
	}
}

static void
begin(const struct strategy_settings *s)
{
	state = s->seed;
	profile_begin();
	memset(nvisits, 0, (size_t)nvisited * sizeof *nvisits);
	memset(last, 0, (size_t)nvisited * sizeof *last);
	nvisited = 0;
	memset(seen, 0, npairs * sizeof *seen);
	nmembers = 0;
	calm = random_draw(&state) % 2;
	draw_aims(s->depth);
}

static void
meet(const struct task *t)
{
	member[t->number] = ++nmembers;
	priority[t->number] = random_draw(&state);
	profile_meet(t);
}

/* Would the task spoil what this run aims at, if it went on? */
static bool
spoils(const struct task *t)
{
	int object, site;
	if (!t->pending || !t->acts_on || (object = profile_object(t->acts_on)) < 0 || (site = site_of(t)) < 0)
		return false;
	for (size_t i = 0; i < naims; i++) {
		if (aims[i].done || !pair_of[aims[i].first][aims[i].second])
			continue;
		bool ready = last[object].site == aims[i].first;
		if (site == aims[i].second && (!ready || last[object].member == member[t->number]))
			return true;
		if (site != aims[i].second && ready && !t->reads && pair_of[site][aims[i].second])
			return true;
	}
	return false;
}

static struct task *
highest(struct task *const *of, size_t n)
{
	struct task *best = of[0];
	for (size_t i = 1; i < n; i++)
		if (priority[of[i]->number] > priority[best->number])
			best = of[i];
	return best;
}

static struct task *
choose(const struct situation *s)
{
	static struct task *good[MOST_CARRIERS];
	size_t n = 0;
	for (size_t i = 0; i < s->n; i++)
		if (!spoils(s->ready[i]))
			good[n++] = s->ready[i];
	if (n == 0)
		return highest(s->ready, s->n);
	if (calm && s->running && !spoils(s->running))
		return s->running;
	return highest(good, n);
}

static size_t
choose_waiter(size_t n)
{
	return random_draw(&state) % n;
}

static void
note_visit(int object, int site, const struct task *t)
{
	struct visit *v = visits[object];
	size_t i = 0;
	nvisited = nvisited > object ? nvisited : object + 1;
	while (i < nvisits[object] && v[i].site != site)
		i++;
	if (i == MOST_AT_OBJECT)
		return;
	if (i == nvisits[object]) {
		v[i] = (struct visit){.site = site, .member = member[t->number]};
		nvisits[object]++;
	}
	v[i].several = v[i].several || v[i].member != member[t->number];
	v[i].changes = v[i].changes || !t->reads;
}

static void
note_pair(int first, int second)
{
	int pair = pair_of[first][second];
	if (pair)
		seen[pair - 1] = true;
	for (size_t i = 0; i < naims; i++)
		if (aims[i].first == first && aims[i].second == second)
			aims[i].done = true;
}

static void
executed(const struct task *t)
{
	int object, site;
	priority[t->number] = random_draw(&state);
	profile_executed(t);
	if (!t->acts_on || (object = profile_object(t->acts_on)) < 0 || (site = site_of(t)) < 0)
		return;
	note_visit(object, site, t);
	if (!last[object].site || last[object].member != member[t->number])
		note_pair(last[object].site, site);
	if (t->reads)
		return;
	last[object].site = site;
	last[object].member = member[t->number];
}

const struct strategy strategy_follow = {begin, meet, choose, choose_waiter, executed, end};
