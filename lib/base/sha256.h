/* SHA-256 (FIPS 180-4): a digest that nobody can find another text for, nor the text from. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
	uint32_t state[8];
	uint64_t length; /* bytes that were added */
	unsigned char block[SHA256_BLOCK]; /* the last ones, that make no whole block yet */
};

void sha256_start(struct sha256 *);
void sha256_add(struct sha256 *, const void *, size_t n);
void sha256_end(struct sha256 *, unsigned char digest[SHA256_BYTES]);

#endif
