/* What the files of the tester share. Inside lib/tester only. */
#ifndef TESTER_PRIVATE_H
#define TESTER_PRIVATE_H

#include "shrink/shrink.h"
#include "tester/tester.h"

struct tester {
	struct arena arena;
	struct arena looked; /* of the run of the smallest test that is told */
	struct arena searched[2]; /* of the last of all small tests, and of the first that was undecided */
	const struct tester_options *options;
	struct diags *diags;
	const struct model *model;
	struct trial *trial, *first; /* the first one is freed with all others */
	bool free; /* calls run freely */
	struct tested *tested;
	struct trial_result original; /* the failure that is being shrunk */
	struct trial_how how; /* it is made again */
	struct signature found[2]; /* what tells this failure from others: as it was seen first, and made smaller */
	struct shrink shrink;
	size_t smallest; /* calls */
	double deadline; /* of shrinking */
	double stop; /* when nothing more is waited for after an interruption; 0: there was none */
	unsigned lost; /* times in a row that no host could be had for that */
	const char *shut; /* why the library cannot be loaded again, by its own doing; or NULL */
	unsigned vain; /* runs that were to fail again, and hung instead */
};

double seconds_now(void);
/* Starts the implementation; where that fails, the trial is NULL, and what there is to say has been told. */
struct tester *tester_begin(struct diags *, const struct model *, const struct tester_options *, struct tested *);
/* Why there is no host. */
const char *last_words(struct tester *);

/* failure.c: the original has failed, and is made smaller, made again and looked at. */
void tell_failure(struct tester *);
/* Whether a test that fails needs calls that overlap, if that is found out soon. */
void tell_overlap(struct tester *, const struct test *);

/* pass.c: nothing has failed. */
void tell_pass(struct tester *, const struct rounds_result *);
/* Why a pass would not say that there is no data race, though it is to; NULL if it would. */
const char *blind(const struct tester *);

/* statistics.c: what was done, and what it came across beside failures. */
void tell_engine(struct tester *);
void tell_statistics(struct tester *);
/* Tests that were made twice. */
void tell_varied(struct tester *, const struct rounds_result *);
/* Those that fail a test are told with it. */
void tell_races(struct tester *);

#endif
