/*
 * Values. A value is one word; its type says what the word means.
 *
 *   bool, int, char, enum   the number itself (an enum: the index of its name)
 *   everything else         a block: an immutable run of words in a heap
 *
 *   seq, string, bytes      the elements
 *   set, bag                the elements in ascending order (a bag repeats them)
 *   map over few keys       the values, by the index of their key (a total map)
 *   other map               key, value, key, value, ... with ascending keys
 *   record                  the fields
 *   option                  nothing, or the one value
 *
 * A heap holds each block once, so equal values are equal words and a state is compared by memcmp.
 */
#ifndef LANG_VALUE_H
#define LANG_VALUE_H

#include "base/arena.h"
#include "base/text.h"
#include "lang/type.h"

#include <stdbool.h>
#include <stdint.h>

typedef int64_t word;

struct block {
	uint32_t hash, n;
	word at[];
};

static inline const struct block *
block_of(word w)
{
	return (const struct block *)(intptr_t)w;
}

struct heap;

/* A heap that also finds the blocks of `below`, which must not change any more. below may be NULL. */
struct heap *heap_new(const struct heap *below);
void heap_free(struct heap *);
/* Returns the block with these words, making it if it is new. */
word heap_block(struct heap *, const word *at, size_t n);
/* Memory that the heap's own blocks take. */
size_t heap_bytes(const struct heap *);
/* Copies a value of any heap into this one; how dead blocks are left behind. */
word heap_copy(struct heap *, const struct type *, word);
/* The block without words: "", [], {}, none. */
word empty_block(void);

/* A total order on the values of a type: numbers by size, blocks word by word, shorter first. */
int value_compare(const struct type *, word, word);
/* Is the value one of the type's? The value must be of the type's kind in the first place. */
bool value_fits(const struct type *, word);
/* The value of a map at a key; false if it has none. */
bool map_get(const struct type *map, word m, word key, word *value);
/* The values of an enumerable type (type->count > 0), numbered from 0. */
word type_nth(struct heap *, const struct type *, uint64_t i);
uint64_t type_index(const struct type *, word);
/* The value that a variable of this type starts with where the spec does not say; false if there is no natural one. */
bool value_initial(struct heap *, const struct type *, word *);

/* Sorts and removes duplicates (set) or only sorts (bag), in place; returns how many words are left. */
size_t words_sort(const struct type *elem, word *at, size_t n, bool unique);
/* The same for key, value pairs; of two equal keys the later one stays. Returns the number of words. */
size_t pairs_sort(const struct type *key, word *at, size_t n);

/* Prints a value the way it is written in a spec. */
void value_print(struct text *, const struct type *, word);

#endif
