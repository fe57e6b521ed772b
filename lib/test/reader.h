/* What the files that read a replay file share. Inside lib/test only. */
#ifndef TEST_READER_H
#define TEST_READER_H

#include "spec/load.h"
#include "test/replay.h"

struct reader {
	struct loader l;
	struct heap *heap;
	const struct node *root;
	struct replay *replay;
	struct test *test;
	VEC(const char *) clients;
	bool named; /* by `clients:`, so there are no others */
	VEC(struct script_call) calls[TEST_MOST_CLIENTS];
	VEC(struct choice) choices; /* of a phase */
};

/* The number of a client, or -1. */
int reader_client(const struct reader *, const char *name);
/* The choices of a phase; an absent node has none. All clients must be known. */
bool reader_schedule(struct reader *, const struct node *, struct test_phase *);

#endif
