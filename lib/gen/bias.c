#include "gen/bias.h"

#include "base/random.h"

/* One draw of so many is not biased; at most so many values are few. */
enum { ANY = 8, FEW = 3 };

/* From 1 to n, each order of magnitude alike. */
static uint64_t
magnitude(uint64_t key, uint64_t n)
{
	unsigned bits = 0;
	while (n >> bits > 1)
		bits++;
	uint64_t most = n >> key % (bits + 1);
	return 1 + random_mix(key) % most;
}

struct bias
bias_of(uint64_t test, uint64_t place, uint64_t n)
{
	static const enum bias_kind kinds[] = {BIAS_NONE, BIAS_LOW, BIAS_LOW, BIAS_LOW, BIAS_HIGH, BIAS_ENDS, BIAS_FEW, BIAS_FEW};
	if (!test)
		return (struct bias){.kind = BIAS_NONE};
	uint64_t key = random_mix(test ^ random_mix(place + 1));
	struct bias b = {kinds[key % (sizeof kinds / sizeof *kinds)], n, key};
	if (b.kind == BIAS_LOW || b.kind == BIAS_HIGH)
		b.values = magnitude(random_mix(key ^ 1), n);
	else if (b.kind == BIAS_FEW)
		b.values = 1 + random_mix(key ^ 2) % FEW;
	return b;
}

uint64_t
bias_draw(const struct bias *b, uint64_t n, uint64_t *stream)
{
	uint64_t drawn = random_draw(stream);
	if (b->kind == BIAS_NONE || random_mix(drawn) % ANY == 0)
		return drawn % n;
	switch (b->kind) {
	case BIAS_NONE:
	case BIAS_LOW:
		return drawn % b->values;
	case BIAS_HIGH:
		return n - 1 - drawn % b->values;
	case BIAS_ENDS:
		return drawn % 2 ? n - 1 : 0;
	case BIAS_FEW:
		return random_mix(b->key + drawn % b->values + 1) % n;
	}
	return 0;
}
