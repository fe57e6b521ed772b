/* Implementations that were graded, a class of them: what the reports of srtest grade are written from. */
#ifndef REPORT_GRADED_H
#define REPORT_GRADED_H

#include "report/report.h"

#include <jansson.h>

enum { GRADED_ROUNDS = 3 };

/* A round, as Table 1 counts it: 1 finds what returned though it may not, 2 what stayed blocked, 3 what needs calls at once. */
enum graded_outcome { ROUND_PASSED, ROUND_FAILED, ROUND_UNDECIDED, ROUND_NOT_RUN };
struct graded_round {
	enum graded_outcome outcome;
	const char *class; /* FAILED */
	const char *reason; /* UNDECIDED */
	const char *operation; /* of a call that is at fault; or NULL */
	const char *lacking; /* PASSED, but only as what went wrong belongs to another round: what was not seen to work; or NULL */
	uint64_t tests, asked; /* made; asked for, 0: nobody knows */
};

/* An operation that was not seen to do anything. */
struct graded_idle {
	const char *operation, *why;
};

/* What --name took out of a path. */
struct graded_group {
	const char *name, *value;
};

/* A submission, and all that was found. What is NULL or 0 is not known, or does not apply. */
struct graded {
	const char *name; /* unlike all others; this, the path and the values of groups are as graded_name() has them */
	const char *path;
	size_t ngroups;
	const struct graded_group *groups;
	enum tested_verdict verdict;
	const char *reason; /* UNDECIDED, ERROR */
	struct graded_round rounds[GRADED_ROUNDS];
	size_t nidle;
	const struct graded_idle *idle; /* of those that fail */
	const char *limit; /* that it hit: "time", "memory" */
	bool hindered; /* UNDECIDED, ERROR: the machine may be to blame, or what ran beside it */
	unsigned tries; /* how many times it was tested, as it is now */
	const char *compiler; /* what it said */
	size_t nattempts;
	const char *const *attempts; /* what the sandbox did not allow: "tried to open /etc/passwd for reading" */
	const char *engine, *freely; /* why calls ran freely, where they did and nobody asked for it */
	const char *leaks; /* what it leaks, in words, where that is no failure */
	const char *incomplete; /* where the specification cannot go on from what it did, and allows that: what goes wrong; or NULL */
	double seconds;
	const char *text; /* the report for people, of the round that the verdict rests on */
	const json_t *report; /* the same for programs, as srtest-json(5) has it */
	const char *alike; /* the class and the smallest test that fails: those that have the same one fail in the same way */
};

struct graded_class {
	const char *title; /* the file of the specification */
	const struct spec *spec;
	uint64_t seed;
	const char *sandbox; /* in words: what is in force */
	double seconds;
	bool interrupted; /* there are more submissions than these */
	size_t n;
	const struct graded *at; /* in the order of their names */
};

/* A submission as a JSON object, and back. Everything is copied but the report, which belongs to the object. False: it is no such object. */
json_t *graded_write(const struct graded *);
bool graded_read(struct arena *, const json_t *, struct graded *);
/* JSON text of any bytes: what is not UTF-8 reads as \xNN. */
json_t *graded_string(const char *);
/* A name as reports and journals have it: the same, and no two names become one, as a backslash before what reads like that is \x5c. */
const char *graded_name(struct arena *, const char *);

/* What points are given for, or taken; without a grading section there is one for conforming. */
struct graded_item {
	const char *name;
	double points, most;
	const char *why; /* not all, or not all tests were made; or NULL */
};
const struct graded_item *graded_items(struct arena *, const struct spec *, const struct graded *, size_t *n);
/* All of them together, which is never below 0; and those of the best one that there could be. */
double graded_points(const struct spec *, const struct graded *);
double graded_most(const struct spec *);

/* Of how many submissions the specification goes wrong after what they did, and allows that; *first: of them, or NULL. */
size_t graded_incomplete(const struct graded_class *, const struct graded **first);

/* A form of report. A new one is a file and a line in the table of graded.c. */
struct graded_writer {
	const char *name;
	void (*write)(struct text *, const struct report_style *, const struct graded_class *);
};

/* NULL if there is none. */
const struct graded_writer *graded_writer(const char *name);
/* The names: "text, json or csv". */
const char *graded_writers(void);

#endif
