/*
 * A test as plain data. Clients say what they would do, one call after the other; phases say who makes the next call, and
 * what the schedule was. What was picked is kept as the choices themselves, simplest first, so a smaller test is one with
 * fewer calls and smaller choices, and it never leaves the clients' protocol.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include "base/vec.h"
#include "lang/value.h"

#include <stdint.h>

/* Choices in the order in which they were asked for. */
struct picks {
	size_t n;
	const uint64_t *at;
};

/* A client's call: which of its alternatives, and what was picked for the arguments, and when it returned. */
struct script_call {
	int alternative;
	struct picks args, then;
};

struct script {
	struct picks start; /* of the client's variables */
	size_t n;
	const struct script_call *calls;
};

/* As drivers/srtest-host.h has it. */
struct choice {
	int32_t actor;
	uint32_t nth;
	int32_t chosen;
};

struct test_phase {
	size_t n;
	const int *clients; /* each makes its next call */
	size_t nchoices;
	const struct choice *choices;
};

struct test {
	size_t nparams;
	const word *params;
	size_t nclients;
	const struct script *scripts; /* by client */
	size_t n;
	const struct test_phase *phases;
};

size_t test_calls(const struct test *);

#endif
