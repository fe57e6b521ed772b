/* Random numbers: splitmix64. Small, fast, and a stream for every key. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* Spreads a key over all bits. */
static inline uint64_t
random_mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

/* The next number of a stream. */
static inline uint64_t
random_draw(uint64_t *state)
{
	return random_mix(*state += 0x9e3779b97f4a7c15ull);
}

#endif
