/* A counterexample as it is drawn: which calls there are, what is wrong with them, and where they go. Inside lib/report only. */
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include "base/vec.h"
#include "report/html.h"

enum {
	LANE = 44, HEAD = 24, BAR_TOP = 20, BAR = 13, /* heights */
	CHARACTER = 7, LEAST_COLUMN = 110, DECIDING_COLUMN = 170, GAP_COLUMN = 110, CROSS = 24, WIDEST_ROW = 1000,
	MOST_LABEL = 30, MOST_NAME = 16, /* characters */
	MOST_TITLE = 600,
	FIRST_PHASES = 5, LAST_PHASES = 15, /* as the report in words leaves out the middle */
};

/* A call. Phases count from 1; 0: it did not return. */
struct bar {
	size_t lane;
	const char *call; /* "enter(0, 100)" */
	size_t from, to;
	char *result; /* in JSON; or NULL */
	bool bad; /* it is what the failure is about */
	bool cut; /* it was running when all ended */
	size_t bound; /* the phase in which it should have gone ahead; 0: it need not */
};

/* A phase, or several that are left out. */
struct column {
	size_t from, to; /* phases */
	double x, width;
	size_t row;
};

struct picture {
	struct arena arena;
	const json_t *report, *phases;
	size_t nphases, decides; /* the phase that decided; one more: the end */
	VEC(const char *) lanes;
	VEC(struct bar) bars;
	VEC(struct column) columns;
	size_t rows;
	double gutter;
	bool judged; /* the model says what is wrong */
	bool raced; /* two calls did not keep to an order; that is no matter of a phase */
};

/* From an object of srtest-json(5), which has to live as long. Without calls there are no bars. */
void picture_plan(struct picture *, const json_t *report);
void picture_free(struct picture *);
/* The part of the column in which the bar is: a client may make several calls in a phase. */
struct column picture_part(const struct picture *, const struct bar *, const struct column *);
/* Is that the class of the failure? */
bool picture_is_class(const struct picture *, const char *class);
/* A string in a list; "" if there is none. */
const char *picture_text(const json_t *list, size_t i);

#endif
