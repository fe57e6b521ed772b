#include "drivers/native/stacks.h"

#include <stdbool.h>
#include <string.h>

enum { MOST_STACKS = 1 << 13, SLOTS = MOST_STACKS * 2, MOST_FRAMES = 1 << 16 };

static struct kept {
	uint32_t from, n; /* frames */
} stacks[MOST_STACKS];
static struct slot {
	uint32_t epoch, stack;
} slots[SLOTS];
static const void *frames[MOST_FRAMES];
static uint32_t epoch = 1, nstacks = 1, nframes;

void
stacks_reset(void)
{
	nstacks = 1;
	nframes = 0;
	if (++epoch == 0) {
		memset(slots, 0, sizeof slots);
		epoch = 1;
	}
}

static bool
is(const struct kept *s, const void *const *at, size_t n)
{
	return s->n == n && memcmp(&frames[s->from], at, n * sizeof *at) == 0;
}

static size_t
hash(const void *const *at, size_t n)
{
	uint64_t h = n;
	for (size_t i = 0; i < n; i++)
		h = (h ^ (uint64_t)(uintptr_t)at[i]) * 0x9e3779b97f4a7c15u;
	return (size_t)(h >> 40) % SLOTS;
}

uint32_t
stacks_keep(const void *const *at, size_t n)
{
	if (n == 0)
		return 0;
	size_t i = hash(at, n);
	for (; slots[i].epoch == epoch; i = (i + 1) % SLOTS)
		if (is(&stacks[slots[i].stack], at, n))
			return slots[i].stack;
	if (nstacks == MOST_STACKS || n > MOST_FRAMES - nframes)
		return 0;
	memcpy(&frames[nframes], at, n * sizeof *at);
	stacks[nstacks] = (struct kept){nframes, (uint32_t)n};
	slots[i] = (struct slot){epoch, nstacks};
	nframes += (uint32_t)n;
	return nstacks++;
}

const void *const *
stacks_at(uint32_t number, size_t *n)
{
	*n = number ? stacks[number].n : 0;
	return &frames[number ? stacks[number].from : 0];
}
