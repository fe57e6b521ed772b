#include "base/sha256.h"

#include <endian.h>
#include <string.h>

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
	0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
	0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
	0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t
rotated(uint32_t x, unsigned by)
{
	return x >> by | x << (32 - by);
}

static void
expand(const unsigned char block[SHA256_BLOCK], uint32_t w[64])
{
	memcpy(w, block, SHA256_BLOCK);
	for (unsigned i = 0; i < 16; i++)
		w[i] = be32toh(w[i]);
	for (unsigned i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[i - 7] + (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
	}
}

/* A round: the eight words move on by one place, by the names that they are passed under. */
static inline void
turn(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g, uint32_t *h, uint32_t w)
{
	uint32_t sum = *h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + w;
	*d += sum;
	*h = sum + (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
}

static void
mix(uint32_t state[8], const unsigned char block[SHA256_BLOCK])
{
	uint32_t w[64];
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
	expand(block, w);
	for (unsigned i = 0; i < 64; i += 8) {
		turn(a, b, c, &d, e, f, g, &h, constants[i] + w[i]);
		turn(h, a, b, &c, d, e, f, &g, constants[i + 1] + w[i + 1]);
		turn(g, h, a, &b, c, d, e, &f, constants[i + 2] + w[i + 2]);
		turn(f, g, h, &a, b, c, d, &e, constants[i + 3] + w[i + 3]);
		turn(e, f, g, &h, a, b, c, &d, constants[i + 4] + w[i + 4]);
		turn(d, e, f, &g, h, a, b, &c, constants[i + 5] + w[i + 5]);
		turn(c, d, e, &f, g, h, a, &b, constants[i + 6] + w[i + 6]);
		turn(b, c, d, &e, f, g, h, &a, constants[i + 7] + w[i + 7]);
	}
	const uint32_t mixed[8] = {a, b, c, d, e, f, g, h};
	for (unsigned i = 0; i < 8; i++)
		state[i] += mixed[i];
}

/* The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
void
sha256_start(struct sha256 *h)
{
	*h = (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void
sha256_add(struct sha256 *h, const void *from, size_t n)
{
	const unsigned char *bytes = from;
	while (n > 0) {
		size_t have = h->length % SHA256_BLOCK, part = n < SHA256_BLOCK - have ? n : SHA256_BLOCK - have;
		memcpy(h->block + have, bytes, part);
		h->length += part;
		bytes += part;
		n -= part;
		if (h->length % SHA256_BLOCK == 0)
			mix(h->state, h->block);
	}
}

/* A bit, then zeros, then how many bits there were. */
void
sha256_end(struct sha256 *h, unsigned char digest[SHA256_BYTES])
{
	static const unsigned char padding[SHA256_BLOCK] = {0x80};
	uint64_t bits = htobe64(h->length * 8);
	size_t have = h->length % SHA256_BLOCK, most = SHA256_BLOCK - sizeof bits;
	sha256_add(h, padding, have < most ? most - have : SHA256_BLOCK + most - have);
	sha256_add(h, &bits, sizeof bits);
	for (size_t i = 0; i < 8; i++) {
		uint32_t word = htobe32(h->state[i]);
		memcpy(digest + i * sizeof word, &word, sizeof word);
	}
}
