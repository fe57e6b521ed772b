/* One submission: made ready, tested in all rounds, and written down. Runs in a process of its own. Inside lib/grade only. */
#ifndef GRADE_WORKER_H
#define GRADE_WORKER_H

#include "grade/grade.h"

/* Writes the record, a line, to fd. SIGTERM makes it stop where it is, and write down what is known by then. */
void worker_run(const struct grade_options *, const struct submission *, int fd);

#endif
