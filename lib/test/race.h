/* Data races, as a host tells them (SRTEST_RACE in drivers/srtest-host.h): plain data, like the test in which they happened. */
#ifndef TEST_RACE_H
#define TEST_RACE_H

#include "base/arena.h"
#include "base/variant.h"

#include <stdbool.h>
#include <stdint.h>

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC_READ, ACCESS_ATOMIC_WRITE, ACCESS_ATOMIC_UPDATE };

/* RACE_VARIABLE: at `offset` in the library. RACE_BLOCK: at `offset` in an allocated block. */
enum race_memory { RACE_SOMEWHERE, RACE_VARIABLE, RACE_BLOCK };

/* In the library, behind the instruction; or elsewhere. */
struct race_place {
	bool known;
	uint64_t offset;
};

struct race_access {
	int32_t actor; /* as a trace has it */
	bool called;
	uint64_t call; /* of the test; of create and destroy 0 and 1 */
	enum access_kind kind;
	size_t n; /* at least 1 */
	const struct race_place *stack; /* where it is, and what called that, outwards */
};

/* Neither access happens before the other, and one writes. */
struct race {
	enum race_memory memory;
	uint64_t offset, block; /* `block` bytes */
	uint64_t size; /* of the later access */
	struct race_access sides[2]; /* as they came in this run */
};

struct races {
	size_t n;
	const struct race *at;
};

/* A race, and the calls that were at odds. */
struct told_race {
	struct race race;
	enum variant variant; /* whose library its places are in */
	const char *actors[2]; /* "robot0", "thread 1", "create" */
	const char *calls[2]; /* "enter(0, 100)"; NULL: it is no call of a client */
};

/* Are the same two places at odds? */
bool race_same(const struct race *, const struct race *);
/* A copy that lives in the arena. */
struct races races_copy(struct arena *, const struct races *);

#endif
