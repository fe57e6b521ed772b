/*
 * A journal: a line of JSON that says what it is of, then one a submission, each written in one go when that submission is done.
 * However a run ends, what is in its journal stays, and the next one goes on from there.
 */
#ifndef GRADE_JOURNAL_H
#define GRADE_JOURNAL_H

#include "base/diag.h"
#include "report/graded.h"

struct journal;

/* What all lines have in common. Two journals belong together if all but the shard is equal. */
struct journal_head {
	const char *spec; /* its file */
	uint64_t mark; /* of what is in it, as journal_mark() has it */
	uint64_t seed;
	const char *options; /* all that changes what is found, as for a command line */
	unsigned shard, shards; /* this part of so many, from 1 */
	size_t submissions; /* in this part */
};

/* Another number where tests would not be the same: for points, which are counted in the end, it makes no difference. */
uint64_t journal_mark(const struct spec *);
/* Begins one, or goes on with one. Path NULL: a file without a name, which goes away. NULL after a diagnostic. */
struct journal *journal_open(struct diags *, const char *path, bool resume, const struct journal_head *);
/* Adds a record, with the mark of what was tested. False after a diagnostic: the line is not there. */
bool journal_add(struct journal *, struct diags *, const char *mark, const json_t *record);

/* What is known of a submission. */
struct journal_known {
	enum tested_verdict verdict;
	bool hindered;
	unsigned tries;
};

/* Is there a record of this submission, as it is now? */
bool journal_knows(const struct journal *, const char *name, const char *mark, struct journal_known *);
/* Reads journals that are parts of one whole. NULL after a diagnostic. */
struct journal *journal_merge(struct diags *, size_t n, const char *const *paths);
/* False: a part of what was merged is missing, or did not come to its end. */
bool journal_is_whole(const struct journal *);
/* In a process of its own, which has nothing to do with the file: it is not held open, nor locked. */
void journal_leave(struct journal *);
const struct journal_head *journal_head(const struct journal *);
/* The records, in the order of their names; they live as long as the journal. The last one of a submission counts. */
bool journal_read(struct journal *, struct diags *, size_t *n, struct graded **);
void journal_close(struct journal *);

#endif
