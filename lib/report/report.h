/* What was found, written for people or for programs. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "explore/explore.h"
#include "history/history.h"
#include "judge/judge.h"
#include "mutate/mutate.h"
#include "test/race.h"
#include "test/test.h"

enum report_format { FORMAT_TEXT, FORMAT_JSON };

/* A judged history: what the reports need besides the verdict. */
struct judged {
	const char *title; /* the file */
	const struct model *model;
	const struct history *history;
	const struct verdict *verdict;
	bool safety_only; /* it was not asked whether what stays blocked may */
	const struct history_failure *failure; /* where it was made smaller: then history and verdict are those of its calls; or NULL */
};

void report_judged(struct text *, enum report_format, const struct judged *);

/* A specification that was checked. */
struct checked {
	const char *title; /* the file */
	const struct spec *spec; /* NULL if it could not be loaded */
	const struct diags *diags; /* what was said when it was loaded; only JSON repeats it */
	const struct exploration *exploration; /* NULL: it has no clients to explore it with */
	double seconds;
	bool quiet; /* text: only errors */
};

void report_checked(struct text *, enum report_format, const struct checked *);

const char *failure_name(enum failure);
const char *failure_sentence(enum failure);
/* The status that a program ends with. */
int verdict_exit(const struct verdict *);

/* --- an implementation that was tested --- */

struct replay;

/* A place in the implementation. */
struct place {
	bool known;
	uint64_t offset; /* in the library */
	const char *function; /* or NULL */
	uint64_t within; /* offset in the function */
	const char *file; /* or NULL */
	int line;
};

/* A step of the schedule, as people can read it. */
struct story_step {
	size_t phase; /* from 1 */
	size_t actor;
	const char *action; /* "lock mutex", "return" */
	const char *object; /* "A", the same for the same object; or NULL */
	const char *wakes; /* "robot1, robot2", or NULL */
	enum step_ending ending;
	struct place place;
	const char *call; /* "enter(0, 100)" where a call begins, the result where it returns; or NULL */
};

/* What the implementation did in a test. */
struct story {
	size_t n;
	const struct story_step *at;
	size_t nactors;
	const char **actors; /* names: "robot0", "thread 0" */
	size_t phases;
	size_t preemptions; /* in all phases */
};

/* A function that was called by the next one. */
struct backtrace_line {
	uint64_t number; /* from 0; jumps where some are not known */
	const char *object; /* the name of the file that it is in */
	bool elsewhere; /* which is not the library */
	struct place place;
};

/* The stack of a call that failed, the innermost function first. */
struct backtrace {
	size_t n;
	const struct backtrace_line *at;
	struct place place; /* the first in the library itself */
};

/* Tells the story of a trace. The library is where places are looked up. Everything lives in the arena. */
struct story *story_tell(struct arena *, const struct trace *, const struct model *, const struct history *, const char *library);
/* What is known of a place in a library. */
struct place place_find(struct arena *, const char *library, uint64_t offset);
/* Reads the frames in the same way. */
struct backtrace backtrace_tell(struct arena *, const struct stack *, const char *library);

/* A data race, as people can read it. */
struct tested_race {
	const char *memory; /* "count", "weight+8", "byte 16 of 40 allocated"; or NULL */
	uint64_t size; /* of the later access, in bytes */
	struct tested_access {
		const char *actor, *call; /* "robot0", "enter(0, 100)"; the call may be NULL */
		const char *does; /* "writes" */
		size_t n;
		const struct place *stack; /* where, and what called that, outwards; some may be unknown */
	} sides[2]; /* as they came in the run */
};

/* Looks up what was told of races, in the libraries of their variants; those between the same lines are one. Everything lives in the arena. */
const struct tested_race *races_tell(struct arena *, const char *const libraries[VARIANTS], const struct told_race *, size_t n, size_t *different);

/* Tests that were made of a round, and that were asked for: 0 if it was not to be made. */
struct tested_share {
	uint64_t made, asked;
};

enum tested_verdict { TESTED_PASS, TESTED_FAIL, TESTED_UNDECIDED, TESTED_ERROR };
enum overlap { OVERLAP_UNKNOWN, OVERLAP_NO, OVERLAP_YES };

/* What was exercised of an operation. */
struct tested_operation {
	const char *name;
	uint64_t made, returned;
	uint64_t blocked; /* at rest after the phase in which it was made */
	uint64_t released; /* returned in a later phase */
	uint64_t together; /* blocked while another one was, too */
	uint64_t behind; /* made while another one was blocked */
	uint64_t parted; /* blocked while another one that was made at the same time returned */
	bool guarded; /* it has a condition, or a policy has one for it */
	uint64_t held; /* went ahead though it could have had to wait */
	uint64_t kept, kept_by_policy; /* had to wait, by its own condition or by the policy */
	size_t ncases;
	const struct tested_case {
		const char *name;
		uint64_t calls; /* before whose phase it held */
	} *cases;
};

/* A way in which schedules were drawn: the name of a strategy, or "mixed". */
struct tested_strategy {
	const char *name;
	uint64_t tests;
};

struct tested_statistics {
	size_t nstrategies;
	const struct tested_strategy *strategies;
	size_t nvariants; /* of which tests were to be made, the usual one first */
	const struct tested_variant *variants;
	uint64_t schedules, scheduled; /* different ones, in so many tests of round 3 in which there was something to choose */
	size_t at_once; /* no more clients made calls at once, */
	size_t clients, may_at_once; /* of so many, of which so many may */
	bool tells_crossings;
	uint64_t crossed; /* of these tests, those in which one call or thread went on in the middle of another that could have */
	uint64_t tests, calls, phases, steps, blocked, released;
	uint64_t cut; /* tests that were cut short, since the model could be in too many states */
	const char *cut_for; /* these differ in such variables; "": only in the calls that wait */
	bool destroys; /* the specification says how an instance is given back */
	uint64_t destroyed; /* tests at whose end that was done */
	uint64_t states; /* distinct states of the model */
	bool more_states; /* at least so many */
	uint64_t places, stopped_tests, stops; /* where calls could be stopped; tests in which they were to be, and how often they came there */
	size_t nops;
	const struct tested_operation *ops;
};

/* A step at which a test that was made twice went two ways. */
struct varied_step {
	const char *actor, *action;
	struct place place;
};

/* What was made of tests in a variant. */
struct tested_variant {
	enum variant variant;
	uint64_t tests;
	const char *lacking; /* why there are no more; or NULL */
};

/* An implementation in which one primitive does not do what it should: do the tests tell it from the right one? */
enum mutant_fate { MUTANT_TOLD, MUTANT_SURVIVED, MUTANT_UNDECIDED, MUTANT_IMPOSSIBLE };
struct tested_mutant {
	const char *change; /* "signal condition: wakes nobody" */
	struct place place;
	enum mutant_fate fate;
	const char *class; /* of its failure, if it was told */
	uint64_t tests; /* that were run on it */
};

/* What was gone through of all small tests and their schedules. */
struct tested_exhaustive {
	unsigned preemptions; /* at most so many in a schedule */
	size_t calls, clients, choices; /* at most so many in a test, and to pick from */
	size_t burst; /* a client makes at most so many calls in a phase */
	size_t complete; /* all tests of up to so many calls */
	size_t n; /* sizes that were begun */
	const struct tested_size {
		uint64_t tests, schedules;
		uint64_t runs; /* fewer: from the same state it is gone on once */
		bool complete;
	} *sizes; /* by the number of calls, from 1 */
	bool narrowed; /* more could have been picked from */
	bool polled, more; /* there are other schedules: some calls polled, or there were too many points in a phase */
	bool late; /* something would have gone on after the horizon */
};

/* Everything that there is to say about an implementation. What is NULL or 0 is not known, or does not apply. */
/* More than is kept on purpose was left when an instance had been destroyed: in so many tests, the first of which made so many calls. */
struct tested_leak {
	uint64_t tests, calls;
	uint64_t descriptors, threads; /* in the first one */
};

/* The same of blocks of memory to which nothing led any more; and where the first of them was allocated. */
struct tested_lost {
	uint64_t tests, calls;
	uint64_t blocks, bytes;
	struct backtrace allocated;
};

/* "after 6 calls and destroy ...", with no dot at the end. */
void leak_describe(struct text *, const struct tested_leak *);
void lost_describe(struct text *, const struct tested_lost *);

struct tested {
	const char *implementation; /* as it was named */
	const struct model *model;
	enum tested_verdict verdict;
	const char *reason; /* UNDECIDED, ERROR */
	bool exercised; /* some call returned as it should */
	bool elsewhere; /* UNDECIDED, as tests failed in a way that belongs to a round which was left out */
	bool not_loaded, bad_spec; /* ERROR: the implementation cannot be loaded; the specification is wrong */
	const char *engine; /* "controlled" or "free" */
	const char *engine_why; /* free: what the scheduler does not see; NULL: it was asked for */
	const char *carriers; /* "fibers" or "threads" */
	const char *carriers_why;
	const char *sandbox; /* the layers around the implementation, in words; NULL: there were none */
	size_t nattempts;
	const char *const *attempts; /* what it tried and may not: "tried to open /etc/passwd for reading" */
	int round; /* the last one */
	uint64_t seed; /* of the run */
	uint64_t tests, tests_in_round;
	struct tested_share one_by_one, at_once; /* rounds 1 and 2; round 3 */
	uint64_t undecided; /* tests that were, whatever the verdict is */
	const char *doubt; /* why the first of them was */
	const char *incomplete; /* where the specification cannot go on from what was done, though it allows that: what goes wrong; or NULL */
	double seconds;
	bool out_of_time, interrupted;
	bool slow, too_few; /* there were fewer tests, since they take many steps; so few that they say little */
	struct tested_statistics statistics;
	uint64_t repeated; /* tests that were made twice with the same choices */
	bool varies; /* one of them went another way the second time */
	size_t varied_phase; /* in this phase, from 1 */
	const struct varied_step *varied[2]; /* with these steps, where they were seen; NULL: nothing more was done */
	const char *varying; /* symbols that the implementation uses and whose results vary; "" if there are none */
	bool mutated; /* mutants were made, if any could */
	size_t nmutants;
	const struct tested_mutant *mutants;
	const struct tested_exhaustive *exhaustive; /* NULL: tests were drawn */
	/* a failure */
	const char *class; /* safety, crash, ... */
	const char *sentence; /* what such a failure is */
	const char *happened; /* in words, where the judge had no say */
	const char *strategy; /* by which it was found */
	enum variant variant; /* of sources, in which it was found */
	struct backtrace stack; /* where it happened */
	struct backtrace allocated, freed; /* of class memory: where that was done to the memory in question, as far as it is known */
	enum overlap overlap;
	size_t nneeds;
	const char *const *needs; /* what POSIX merely allows and it cannot do without */
	const struct history *history;
	const struct verdict *judged;
	const struct story *story;
	size_t calls, smallest; /* before and after it was made smaller */
	uint64_t runs; /* that this took */
	const char *allowed; /* kinds of misuse that tests went on after; or NULL */
	const char *no_rare; /* kinds of what is rare that were left out, where others were not; or NULL */
	bool timeless; /* calls of a phase were judged as if all had begun together, since the host does not say when they began */
	bool waited; /* free: that a call does not return rests on waiting for it */
	const char *shut; /* why it was not made again, which is the implementation's own doing; or NULL */
	size_t alike, confirmations; /* how often it came back, and how often it was tried */
	size_t nraces, more_races; /* found whatever the verdict is; those beyond what is kept */
	const struct tested_race *races;
	struct tested_leak leak;
	struct tested_lost lost;
	uint64_t missed_races; /* tests in which there may be more */
	bool strange; /* calls came to code that is in no file, where they cannot be stopped */
	bool fenced; /* none were looked for: assembly has fences */
	const char *output; /* what the implementation printed */
	const char *replay; /* the file that makes it again */
	const struct replay *record; /* what such a file holds, but for its head; NULL where it was not written down */
	/* where a replay file was followed */
	const char *replayed; /* the file */
	bool expected; /* it says that the test fails */
};

/* How reports are to look; only the text for people asks. */
struct report_style {
	bool verbose, quiet, color;
};

/* A specification whose mutants were tried. */
struct scored {
	const char *title; /* the file */
	const struct mutated *mutated; /* NULL if it could not be loaded */
	const struct diags *diags; /* what was said when it was loaded; only JSON repeats it */
	int least; /* the score, in percent, that is asked for; 0: any */
	double seconds;
};

void report_scored(struct text *, enum report_format, const struct report_style *, const struct scored *);
/* The status that a program ends with. */
int scored_exit(const struct scored *);

/* A form of report. A new one is a file and a line in the table of writer.c. */
struct report_writer {
	const char *name;
	void (*write)(struct text *, const struct report_style *, const struct tested *, size_t n);
};

/* NULL if there is none. */
const struct report_writer *report_writer(const char *name);
/* The names: "text, json or junit". */
const char *report_writers(void);

#endif
