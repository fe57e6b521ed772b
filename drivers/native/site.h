/*
 * Sites: instructions of the implementation at which a call can be stopped, so that others come in between two accesses to
 * memory though no primitive is passed. Which there are is learned while calls run: breakpoints at the ends of the known code
 * find what has not run before, which is then followed instruction by instruction, once. No timer has a say in it.
 */
#ifndef NATIVE_SITE_H
#define NATIVE_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

enum { MOST_SITES = 8 };

struct site_settings {
	size_t n;
	uint64_t at[MOST_SITES]; /* offsets: where calls are to be stopped */
	bool learn;
};

/* Code begins here: a function that is called from outside the implementation. */
void site_enter(const void *code);
/* A test begins. */
void sites_begin(const struct site_settings *);
/* A phase begins. */
void sites_continue(void);

/* A call stands at a breakpoint: it gives way to others, if the place is a site. */
void site_reach(const ucontext_t *);
/* The same: whoever reads code as data there finds it as it was written, and all of it stays so until the test is over. */
void site_read(const void *at);
/* Where in the implementation belongs what is done here for it right now; NULL: nothing is. */
const void *site_active(void);
/* Lets it go on by learning what it does next. False: nothing is learned here. */
bool site_learn(ucontext_t *);

/* The sites that were learned since they were last asked for, as offsets. */
const uint64_t *sites_learned(size_t *n);
/* How often calls stood at the nth site in this test. */
uint64_t site_visits(size_t nth);

#endif
