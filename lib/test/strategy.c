#include "test/test.h"

#include <string.h>

static const char *const names[STRATEGIES] = {
	[STRATEGY_NONE] = "none", /* nothing is drawn */
	[STRATEGY_WALK] = "walk", /* a random walk */
	[STRATEGY_PCT] = "pct", /* random priorities, which change at depth - 1 points */
	[STRATEGY_POS] = "pos", /* a random priority for each operation */
	[STRATEGY_SURW] = "surw", /* all orders on a few objects alike */
	[STRATEGY_FOLLOW] = "follow", /* operations follow each other that seldom have */
	[STRATEGY_ALIGN] = "align", /* all come equally far before anyone goes on */
	[STRATEGY_QUEUE] = "queue", /* who can go on runs until it blocks, one after the other */
};

const char *
strategy_name(enum strategy s)
{
	return names[s];
}

bool
strategy_find(const char *name, enum strategy *found)
{
	for (int i = STRATEGY_WALK; i < STRATEGIES; i++) {
		*found = (enum strategy)i;
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}
