/* One submission: made ready, tested in all rounds, and written down. Runs in a process of its own. Inside lib/grade only. */
#ifndef GRADE_WORKER_H
#define GRADE_WORKER_H

#include "grade/grade.h"

/* The record of a submission of which nothing is known yet. */
struct graded worker_record(struct arena *, const struct submission *);
/* Writes the record, a line, to fd. SIGTERM ends it; once it tests, it stops where it is and writes down what is known by then. */
void worker_run(const struct grade_options *, const struct submission *, int fd);

#endif
