/* What clauses ask about pending calls. Inside lib/lang only. */
#ifndef LANG_HISTORY_H
#define LANG_HISTORY_H

#include "lang/insn.h"

/* How many values a pattern compares with. */
size_t history_values(const struct match *);
/*
 * Finds the slots of a history that match; `only_empty` if the question is whether there are any. False where the order of
 * arrival must be settled first.
 */
bool history_find(struct calls *, enum op history, const struct match *, const word *values, bool only_empty, uint64_t *found);
/* Takes the call that arrived first out of a set. */
int history_take_first(const struct calls *, word *set);

#endif
