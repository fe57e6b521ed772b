/* What was found, written for people or for programs. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "explore/explore.h"
#include "judge/judge.h"

enum report_format { FORMAT_TEXT, FORMAT_JSON };

/* A judged history: what the reports need besides the verdict. */
struct judged {
	const char *title; /* the file */
	const struct model *model;
	const struct history *history;
	const struct verdict *verdict;
	bool safety_only; /* it was not asked whether what stays blocked may */
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

/* The calls of a history, phase by phase; its last phase is where it ended. */
void report_calls(struct text *, const struct model *, const struct history *);

const char *failure_name(enum failure);
/* The status that a program ends with. */
int verdict_exit(const struct verdict *);

#endif
