#include "trial/portfolio.h"

/* What was found the strongest has every other place: tests/bench/README has the figures. */
static const enum strategy places[] = {
	STRATEGY_FOLLOW, STRATEGY_SURW, STRATEGY_FOLLOW, STRATEGY_POS, STRATEGY_FOLLOW, STRATEGY_WALK, STRATEGY_FOLLOW, STRATEGY_PCT,
};
enum { PLACES = sizeof places / sizeof *places, MIXED = 5 };

bool
portfolio_mixes(size_t nth)
{
	return nth % MIXED == MIXED - 1;
}

enum strategy
portfolio_pick(size_t nth, size_t phase)
{
	size_t turn = nth + nth / PLACES; /* whatever else goes by the number meets all strategies */
	return places[(turn + (portfolio_mixes(nth) ? phase : 0)) % PLACES];
}
