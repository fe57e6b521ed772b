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
	uint32_t *table; /* used once there are more than a few; 0 is free, else index + 1 */
	size_t size, room; /* of the table: in use, allocated */
};

void set_clear(struct config_set *, size_t width);
/* Adds a configuration unless it is there. Returns true if it is new. */
bool set_add(struct config_set *, const word *, struct origin);
/* The same; returns where the configuration stands. */
uint32_t set_put(struct config_set *, const word *, struct origin, bool *is_new);
void set_free(struct config_set *);
size_t set_bytes(const struct config_set *);

static inline word *
set_at(const struct config_set *s, size_t i)
{
	return s->words + i * s->width;
}

#endif
