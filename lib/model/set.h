/* Sets of configurations, or of other runs of words, in the order in which they were found. */
#ifndef MODEL_SET_H
#define MODEL_SET_H

#include "lang/value.h"

#include <stddef.h>
#include <stdint.h>

/* How a configuration came about. */
struct origin {
	uint32_t from; /* index in the set it came from */
	int8_t executed; /* slot of the call that went ahead, or -1 */
};

struct config_set {
	size_t width; /* words of a configuration */
	word *words;
	struct origin *origins;
	size_t n, cap;
	uint64_t *table; /* used once there are more than a few; 0 is free, else half of the hash, and index + 1 */
	size_t size, room; /* of the table: in use, allocated */
};

void set_clear(struct config_set *, size_t width);
/* Adds a configuration unless it is there. Returns true if it is new. */
bool set_add(struct config_set *, const word *, struct origin);
/* The same; returns where the configuration stands. */
uint32_t set_put(struct config_set *, const word *, struct origin, bool *is_new);
/*
 * The same in two parts, for those who have many to add: what takes time is to fetch the table, and then the configuration,
 * from memory. set_expect says that a configuration with this hash will be looked up, set_expect_more that it will be soon.
 */
uint64_t set_hash(const struct config_set *, const word *);
void set_expect(const struct config_set *, uint64_t hash);
void set_expect_more(const struct config_set *, uint64_t hash);
uint32_t set_put_hashed(struct config_set *, const word *, uint64_t hash, struct origin, bool *is_new);
void set_free(struct config_set *);
size_t set_bytes(const struct config_set *);

static inline word *
set_at(const struct config_set *s, size_t i)
{
	return s->words + i * s->width;
}

#endif
