#include "test/test.h"

#include <string.h>

static const struct {
	const char *name, *doc;
} strategies[STRATEGIES] = {
	[STRATEGY_NONE] = {"none", "nothing is drawn"},
	[STRATEGY_WALK] = {"walk", "a random walk"},
	[STRATEGY_PCT] = {"pct", "random priorities, which change at depth - 1 points"},
	[STRATEGY_POS] = {"pos", "a random priority for each operation"},
	[STRATEGY_SURW] = {"surw", "all orders on a few objects alike"},
	[STRATEGY_FOLLOW] = {"follow", "operations follow each other that seldom have"},
};

const char *
strategy_name(enum strategy s)
{
	return strategies[s].name;
}

const char *
strategy_doc(enum strategy s)
{
	return strategies[s].doc;
}

bool
strategy_find(const char *name, enum strategy *found)
{
	for (int i = STRATEGY_WALK; i < STRATEGIES; i++) {
		*found = (enum strategy)i;
		if (strcmp(strategies[i].name, name) == 0)
			return true;
	}
	return false;
}
