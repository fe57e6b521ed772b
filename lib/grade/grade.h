/*
 * Many implementations of one specification. Each is made ready and tested in a process of its own, and what was found of it is
 * written down in a journal as soon as it is known. Reports are made from that.
 */
#ifndef GRADE_GRADE_H
#define GRADE_GRADE_H

#include "grade/journal.h"
#include "grade/queue.h"
#include "submit/submit.h"
#include "tester/tester.h"

enum { GRADE_MOST_PROCESSES = 4096, GRADE_LARGEST_FILE = 64 << 20, GRADE_MOST_BUILT = 1 << 30 };

/* How far it is, in submissions. */
struct grade_progress {
	size_t known; /* from the journal */
	size_t done, failed; /* since then; those of them that failed */
	size_t left;
};

struct grade_options {
	const struct model *model;
	struct tester_options tester; /* what all submissions have in common; their library, names and rounds are filled in */
	struct prepare_options prepare;
	bool sandboxed; /* compilers and hosts run where they can do no harm */
	unsigned rounds; /* as bits: 1, 2, 4 */
	bool retry; /* what is undecided or an error in the journal is tested again */
	size_t jobs;
	struct queue_limits limits; /* of a submission */
	/* called before the first test: so many are to be tested, and so many of them alone; may be NULL */
	void (*begins)(void *, size_t n, size_t alone);
	/* called now and then; false: end here. May be NULL */
	bool (*progress)(void *, const struct grade_progress *);
	void *context;
};

/*
 * Tests those submissions that the journal does not have as they are now; then once more, one at a time, those that others or the machine
 * may have hindered. False: it could not go on, after a diagnostic, or was told not to; what is in the journal stays there.
 */
bool grade_run(struct diags *, const struct grade_options *, const struct submissions *, struct journal *);

#endif
