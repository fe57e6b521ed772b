/* A host, and the records that are exchanged with it. Inside lib/host only. */
#ifndef HOST_PRIVATE_H
#define HOST_PRIVATE_H

#include "host/attach.h"
#include "host/points.h"
#include "host/process.h"

/* What a host can make us keep. */
enum { MOST_CHOICES = SRTEST_MOST_CHOICES, MOST_RACES = 256, LONGEST_MESSAGE = 600, LONGEST_NAME = 100, MOST_FILES = 16 };

/* The number of an operation's plan: in LOAD those of create and destroy come first. */
enum { PLAN_CALLS = 2 };

struct host {
	const struct spec *spec;
	struct process process;
	struct hindrance *hindrance; /* or NULL */
	int64_t patience; /* of an ordinary phase */
	struct channel channel;
	struct text out;
	bool free;
	unsigned no_rare, allowed;
	struct text queue; /* records that are not sent yet */
	struct machine *machine;
	struct heap *heap; /* for evaluating the arguments of one test */
	struct arena arena; /* of the messages of one test */
	char carriers[16];
	struct text unseen, identity, varying; /* symbols of note */
	struct text dead; /* it died while it was loaded again: the words for that */
	uint64_t calls, steps; /* of a test */
	uint64_t tests;
	bool sees_accesses, judges_races, missed_races;
	struct races races; /* of a test */
	const char *files[MOST_FILES]; /* that steps were in */
	size_t nfiles;
	struct unwritten unwritten; /* the same; `read` is empty where there was nothing */
	const struct operation *outstanding[1 << 10]; /* by client */
	uint64_t more_in[1 << 10]; /* another one may come after it in this phase, counted from 1 */
	uint64_t phase; /* of the test, from 0 */
	bool takes_bursts;
	enum srtest_times times;
	bool waits; /* to hear whether the client that has returned makes another call */
	struct choice choices[MOST_CHOICES];
	struct race race[MOST_RACES];
	struct points_room points;
};

/* Queues the record in `out`; the next one that is sent takes it along. */
void record_queue(struct host *);
/* Sends it, after those that are queued. */
void record_send(struct host *);
/* Reads places, which live until the next test; none where they are not known. */
struct stack record_stack(struct host *, struct wire *);
/* The next one but for races and the like, which may come before any other and are noted. NULL: there is none. */
const struct srtest_record *record_receive(struct host *);
/* Why there is no answer, in words. */
const char *record_why_none(struct host *);
/*
 * What a payload's string says, in quotes: whoever reads a report is to see whose words these are, for an implementation can make its
 * host say anything.
 */
const char *record_text(struct host *, struct wire *);
/* A string that is no more than a name, such as that of an action: letters, digits, blanks and a few marks. "": it is more. */
const char *record_name(struct host *, struct wire *);

/* The name of a file, which steps of a test share. NULL: they have told of too many. */
const char *record_file(struct host *, struct wire *);

/* Loads the library, with its plans. False after a diagnostic. */
bool host_load(struct host *, struct diags *, const struct host_options *);
/* Must `create` make an instance? */
bool host_needs_instance(const struct host *);

#endif
