/* A table of numbers by keys, which are as good as random; 0 is no key. */
#ifndef TRIAL_TABLE_H
#define TRIAL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed table is empty. */
struct table {
	uint64_t *keys, *values;
	size_t n, cap;
};

/* Is the key there, and with what? */
bool table_find(const struct table *, uint64_t key, uint64_t *value);
/* Adds a key that is not there; nothing happens once there are very many. */
void table_add(struct table *, uint64_t key, uint64_t value);
/* Forgets all keys, but keeps the memory. */
void table_clear(struct table *);
void table_free(struct table *);

#endif
