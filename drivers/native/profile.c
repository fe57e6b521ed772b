#include "drivers/native/profile.h"

#include <string.h>

/* ANY: where operations are counted whatever they act on. */
enum { MOST_KINDS = 64, MOST_MEMBERS = 1024, MOST_EVENTS = 1 << 15, SLOTS = 4 * PROFILE_OBJECTS, ANY = PROFILE_OBJECTS };

/* Sums over all tasks of the kind, the tasks that they made included. */
struct kind {
	uint64_t key;
	uint64_t tasks;
	uint64_t sums[ANY + 1];
};

/* A task in this run. */
struct member {
	int kind, maker; /* -1: none */
};

struct event {
	int member, object;
	bool reads;
};

static struct kind kinds[MOST_KINDS];
static size_t nkinds;
static const void *objects[PROFILE_OBJECTS];
static bool shared[PROFILE_OBJECTS];
static size_t nobjects;
static int slots[SLOTS]; /* numbers of objects + 1, by address */
static struct member members[MOST_MEMBERS];
static size_t nmembers;
static struct event events[MOST_EVENTS];
static size_t nevents;
static int current[MOST_CARRIERS]; /* the member that has the number of a task, or -1 */

/* --- objects --- */

static size_t
slot_of(const void *object)
{
	size_t at = ((uintptr_t)object >> 2) * 0x9e3779b97f4a7c15ull >> 52;
	while (slots[at % SLOTS] && objects[slots[at % SLOTS] - 1] != object)
		at++;
	return at % SLOTS;
}

int
profile_object(const void *object)
{
	size_t slot = slot_of(object);
	if (!slots[slot] && nobjects < PROFILE_OBJECTS) {
		objects[nobjects++] = object;
		slots[slot] = (int)nobjects;
	}
	return slots[slot] - 1;
}

size_t
profile_objects(void)
{
	return nobjects;
}

bool
profile_shared(int object)
{
	return shared[object];
}

/* --- a run --- */

static int
find_kind(uint64_t key)
{
	for (size_t i = 0; i < nkinds; i++)
		if (kinds[i].key == key)
			return (int)i;
	if (key == 0 || nkinds == MOST_KINDS)
		return -1;
	kinds[nkinds].key = key;
	return (int)nkinds++;
}

void
profile_begin(void)
{
	nmembers = nevents = 0;
	memset(current, -1, (size_t)tasks_top * sizeof *current); /* who comes later is met first */
}

void
profile_meet(const struct task *t)
{
	current[t->number] = -1;
	if (nmembers == MOST_MEMBERS)
		return;
	members[nmembers] = (struct member){find_kind(t->kind), t->maker < 0 ? -1 : current[t->maker]};
	current[t->number] = (int)nmembers++;
}

void
profile_executed(const struct task *t)
{
	if (nevents == MOST_EVENTS || current[t->number] < 0 || !t->pending)
		return;
	events[nevents++] = (struct event){current[t->number], t->acts_on ? profile_object(t->acts_on) : -1, t->reads};
}

/* --- what it has taught --- */

static void
add_event(const struct event *e)
{
	for (int m = e->member; m >= 0; m = members[m].maker) {
		int kind = members[m].kind;
		if (kind < 0)
			continue;
		kinds[kind].sums[ANY]++;
		if (e->object >= 0)
			kinds[kind].sums[e->object]++;
	}
}

/* Who was first at each object, and whether anybody changed it. */
static void
find_shared(void)
{
	static int first[PROFILE_OBJECTS];
	static bool changed[PROFILE_OBJECTS], met[PROFILE_OBJECTS];
	memset(first, -1, nobjects * sizeof *first);
	memset(changed, 0, nobjects * sizeof *changed);
	memset(met, 0, nobjects * sizeof *met);
	for (size_t i = 0; i < nevents; i++) {
		const struct event *e = &events[i];
		if (e->object < 0)
			continue;
		if (first[e->object] < 0)
			first[e->object] = e->member;
		met[e->object] = met[e->object] || first[e->object] != e->member;
		changed[e->object] = changed[e->object] || !e->reads;
		shared[e->object] = shared[e->object] || (met[e->object] && changed[e->object]);
	}
}

/* Where objects are new in every run, old ones make room. */
static void
forget(void)
{
	memset(kinds, 0, sizeof kinds);
	memset(shared, 0, sizeof shared);
	memset(slots, 0, sizeof slots);
	nkinds = nobjects = 0;
}

void
profile_end(void)
{
	for (size_t i = 0; i < nmembers; i++)
		if (members[i].kind >= 0)
			kinds[members[i].kind].tasks++;
	for (size_t i = 0; i < nevents; i++)
		add_event(&events[i]);
	find_shared();
	if (nobjects == PROFILE_OBJECTS)
		forget();
}

/* --- what to expect --- */

bool
profile_in(const struct profile_set *s, const struct task *t)
{
	if (!t->pending)
		return false;
	if (s->all || !t->acts_on)
		return s->all;
	int object = profile_object(t->acts_on);
	return object >= 0 && s->has[object];
}

double
profile_expects(const struct task *t, const struct profile_set *s)
{
	int kind = find_kind(t->kind);
	uint64_t sum = 0;
	if (kind < 0 || kinds[kind].tasks == 0)
		return 0;
	if (s->all)
		sum = kinds[kind].sums[ANY];
	for (size_t i = 0; i < nobjects && !s->all; i++)
		if (s->has[i])
			sum += kinds[kind].sums[i];
	return (double)sum / (double)kinds[kind].tasks;
}
