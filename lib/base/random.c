#include "base/random.h"

/* As the authors of SipHash have it; their examples are among the tests. */
enum { PER_WORD = 2, IN_THE_END = 4 };

static uint64_t
rotate(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static void
rounds(uint64_t v[4], int n)
{
	for (int i = 0; i < n; i++) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] = rotate(v[0], 32);
		v[2] += v[1];
		v[0] += v[3];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[2] = rotate(v[2], 32);
	}
}

static void
take_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	rounds(v, PER_WORD);
	v[0] ^= word;
}

uint64_t
random_hash(const uint64_t key[2], uint64_t word)
{
	uint64_t v[4] = {key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573};
	take_word(v, word);
	take_word(v, (uint64_t)sizeof word << 56);
	v[2] ^= 0xff;
	rounds(v, IN_THE_END);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t
random_derive(uint64_t seed, uint64_t n)
{
	return random_hash((const uint64_t[]){seed, 0}, n);
}
