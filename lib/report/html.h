/* Pages in HTML that stand alone: no script, nothing from elsewhere, and well-formed as XML too. Inside lib/report only. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report/private.h"

/*
 * Everything that somebody else has chosen goes through one of these. Markup stands as text; what cannot be seen, or would turn
 * the text around, is shown as a symbol; what is longer than anybody reads is cut, and that is said.
 */
void html_text(struct text *, const char *);
/* Lines stay lines, for <pre>. */
void html_lines(struct text *, const char *);
/* The same as html_text, of at most so many characters, with an ellipsis in place of the rest. */
void html_short(struct text *, const char *, size_t most);
/* How many columns html_short takes for it. */
size_t html_width(const char *, size_t most);

/* Everything before the body's content, and after it. */
void html_begin(struct text *, const char *title);
void html_end(struct text *);
/* <p>, <h2>: an element with nothing but text in it; its class may be NULL, and without text nothing is written. */
void html_element(struct text *, const char *element, const char *class, const char *words);
/* Something long, which opens at a click. Without text nothing is written. */
void html_details(struct text *, const char *summary, const char *lines, bool open);
/* A word on a ground whose color says the same. */
void html_badge(struct text *, const char *verdict);

/*
 * What an object of srtest-json(5) says of a failure: what it is, the calls as a drawing, why, the model. No two have the same id;
 * headings are of this level.
 */
void html_failure(struct text *, const json_t *report, const char *id, unsigned level);
/* The calls phase by phase: a lane a client, a column a phase. Nothing if there are none. */
void draw_counterexample(struct text *, const json_t *report, const char *id);

/* A string of the object, or NULL. */
const char *json_words(const json_t *, const char *key);

#endif
