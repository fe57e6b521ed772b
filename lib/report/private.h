/* What the files of the reports share. Inside lib/report only. */
#ifndef REPORT_PRIVATE_H
#define REPORT_PRIVATE_H

#include "report/report.h"

#include <jansson.h>

/* A phase of a history: lines [from, to), without the rest that ends it. */
struct phase {
	size_t from, to;
};
struct phase next_phase(const struct history *, size_t from);
/* Were calls made in it after others had returned? */
bool phase_goes_on(const struct history *, struct phase);
/* The call that the line `returned` ends. */
const struct event *call_of(const struct history *, size_t returned);

/* Parts of a report on a failure, as text. */
void write_parameters(struct text *, const struct rules *);
/* The calls, phase by phase, up to the one that decided. */
void write_phases(struct text *, struct rules *, const struct judged *);
/* The calls in the order of time: a column a client, a line for what happened. */
void write_lanes(struct text *, struct rules *, const struct judged *);
/* The states of the model that a verdict names. */
void write_model(struct text *, const struct verdict *);
/* The model before the phase that decided. */
void write_states(struct text *, const struct verdict *);
void write_pending(struct text *, const struct judged *);
void write_whys(struct text *, const struct judged *);
/* What the implementation did: a column an actor, a line a step. All phases, if they are short or `verbose` is. There must be a step. */
void write_story(struct text *, const struct story *, bool verbose);

/* The functions that called each other up to the failure, a line each; recursion is folded. */
void write_backtrace(struct text *, const struct backtrace *);

/* A note, where a capacity that calls wait for never is smaller than the number of those that may. */
void write_capacity(struct text *, const struct spec *, const struct operation *);

/* The races, each with both its sides. */
void write_races(struct text *, const struct tested *);
json_t *json_races(const struct tested *);
json_t *json_place(const struct place *);

/* A JSON string of any bytes: what is not UTF-8 (in the name of a file) reads as a question mark. */
json_t *json_plain(const char *);
/* What was said when a specification was loaded. */
json_t *json_diag(const struct diag *);
/* Sets file, line and column. */
void json_put_place(json_t *, struct span);
json_t *json_strings(const char *const *, size_t n);
json_t *json_whys(const struct judged *);
/* The phases up to the one that decided: what was called, and which clients came back. */
json_t *json_phases(const struct judged *, struct rules *);

/* Tests that were asked for, in all rounds; 0: they were not drawn. */
uint64_t tested_asked(const struct tested *);

/* All that srtest-json(5) has of an implementation. */
json_t *tested_json(const struct tested *);
/* Writes the object as a line, and gives it back. */
void json_line(struct text *, json_t *);

/* An attribute, with a blank before it; text in the body of an element, where lines stay lines. */
void xml_attribute(struct text *, const char *name, const char *value);
void xml_body(struct text *, const char *);

/* Writes n names as "a, b or c". */
void list_names(char *to, size_t room, const char *(*name)(size_t), size_t n);

/* Writers. */
void write_text(struct text *, const struct report_style *, const struct tested *, size_t n);
void write_json(struct text *, const struct report_style *, const struct tested *, size_t n);
void write_junit(struct text *, const struct report_style *, const struct tested *, size_t n);
void write_html(struct text *, const struct report_style *, const struct tested *, size_t n);
void write_github(struct text *, const struct report_style *, const struct tested *, size_t n);

#endif
