/* What the reports on a class share. Inside lib/report only. */
#ifndef REPORT_GRADED_PRIVATE_H
#define REPORT_GRADED_PRIVATE_H

#include "report/graded.h"

/* "pass", "fail", "undecided" or "error". */
const char *graded_verdict(enum tested_verdict);
/* How many have this one. */
size_t graded_count(const struct graded_class *, enum tested_verdict);

/* The class of the first round that failed; "" if none did. */
const char *graded_class_of(const struct graded *);

/* Of the tests that were asked for, how many of 100 were made, where the round was not ended by a failure; -1: nobody knows. */
int graded_share(const struct graded_round *);
/* Adds it to what is said of a round that passed, where they are not all: " 3%", " <1%". */
void write_graded_share(struct text *, const struct graded_round *);

/* Writers. */
void write_graded_text(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_table(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_csv(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_junit(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_tap(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_gradescope(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_prairielearn(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_html(struct text *, const struct report_style *, const struct graded_class *);
void write_graded_json(struct text *, const struct report_style *, const struct graded_class *);

#endif
