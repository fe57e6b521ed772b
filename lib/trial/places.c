#include "trial/places.h"

#include "base/random.h"

#include <string.h>

/* The first that does not lie before. */
static size_t
position(const struct places_known *k, uint64_t at)
{
	size_t low = 0, high = k->list.n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (k->list.at[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
places_add(struct arena *a, struct places_known *k, uint64_t at)
{
	size_t i = position(k, at), n = k->list.n;
	if (i < n && k->list.at[i].at == at)
		return;
	vec_push(a, &k->list, (struct known_place){0});
	memmove(k->list.at + i + 1, k->list.at + i, (n - i) * sizeof *k->list.at);
	k->list.at[i] = (struct known_place){.at = at};
}

/* A test that came to a place counts like many that did not: code that runs when an instance is made is tried in vain. */
static uint64_t
weight(const struct known_place *p)
{
	enum { SCALE = 1 << 20, VAIN = 8 };
	return SCALE / (VAIN + VAIN * p->reached + p->tried);
}

static uint64_t
choose_rare(const struct places_known *k, uint64_t *state)
{
	uint64_t total = 0, drawn;
	size_t i = 0;
	for (size_t n = 0; n < k->list.n; n++)
		total += weight(&k->list.at[n]);
	drawn = total ? random_draw(state) % total : 0;
	while (i + 1 < k->list.n && drawn >= weight(&k->list.at[i]))
		drawn -= weight(&k->list.at[i++]);
	return k->list.at[i].at;
}

static size_t
add_different(uint64_t *at, size_t n, uint64_t place)
{
	for (size_t i = 0; i < n; i++)
		if (at[i] == place)
			return n;
	at[n] = place;
	return n + 1;
}

size_t
places_choose(const struct places_known *k, uint64_t seed, uint64_t *at)
{
	static const size_t numbers[] = {1, 1, 2, MOST_BREAKPOINTS};
	uint64_t state = random_mix(seed ^ 0x706c61636573);
	size_t n = 0, wanted = numbers[random_draw(&state) % (sizeof numbers / sizeof *numbers)];
	if (k->list.n == 0)
		return 0;
	for (size_t i = 0; i < wanted; i++)
		n = add_different(at, n, i == 1 ? k->list.at[random_draw(&state) % k->list.n].at : choose_rare(k, &state));
	return n;
}

void
places_visited(struct places_known *k, uint64_t at, uint64_t times)
{
	size_t i = position(k, at);
	if (i == k->list.n || k->list.at[i].at != at)
		return;
	k->list.at[i].tried++;
	k->list.at[i].reached += times > 0;
	k->visits += times;
}
