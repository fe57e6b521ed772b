/* Operations of the machine on blocks. Inside lib/lang only. */
#ifndef LANG_COLLECTION_H
#define LANG_COLLECTION_H

#include "lang/code.h"

/* A growing stack of words inside the machine, for what is being put together. */
word *scratch_reserve(struct machine *, size_t n);
void scratch_push(struct machine *, word);

/* Makes a value of the type from n words in the machine's scratch, starting at `from`, and drops them. */
bool collection_make(struct machine *, const struct type *, size_t from, word *);
word seq_slice(struct machine *, word seq, size_t from, size_t n);
word seq_concat(struct machine *, word a, word b);
word seq_reverse(struct machine *, word);
word block_with(struct machine *, word block, size_t at, word value);
word map_with(struct machine *, const struct type *, word map, word key, word value);
word map_override(struct machine *, const struct type *, word map, word pairs);
word map_without(struct machine *, const struct type *, word map, word keys);
word map_keys(struct machine *, const struct type *, word map);
word map_filled(struct machine *, const struct type *, word value);
bool collection_has(const struct type *, word collection, word element);
enum merge { MERGE_UNION, MERGE_MINUS, MERGE_INTER };
word collection_merge(struct machine *, const struct type *, enum merge, word a, word b);
bool collection_subset(const struct type *, word a, word b);
word collection_elements(struct machine *, const struct type *, word);
word count_of(const struct block *, word element);
word range_set(struct machine *, word low, word high);

#endif
