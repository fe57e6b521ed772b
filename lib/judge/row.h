/* A phase taken event by event, for those with many calls one after the other, or with lost ones. Inside lib/judge only. */
#ifndef JUDGE_ROW_H
#define JUDGE_ROW_H

#include "judge/walk.h"

/* As walk_rest has it, of a phase of which it is known when each call began. */
enum search_end row_search(struct walk *);

#endif
