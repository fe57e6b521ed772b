/* Random numbers: splitmix64. Small, fast, and a stream for every key; who knows a few of a stream knows the others, and the key. */
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

/* SipHash-2-4 of a word. */
uint64_t random_hash(const uint64_t key[2], uint64_t word);
/* The n-th seed that is made of a seed. Who knows some of them, but not the one that they are made of, knows neither that nor another. */
uint64_t random_derive(uint64_t seed, uint64_t n);

#endif
