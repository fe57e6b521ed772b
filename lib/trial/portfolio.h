/* Which strategy draws the schedule of a phase, where a test has none of its own: all but `align` and `queue`, the strongest most often. */
#ifndef TRIAL_PORTFOLIO_H
#define TRIAL_PORTFOLIO_H

#include "test/test.h"

#include <stddef.h>

/* Does the test with this number change its strategy from phase to phase? */
bool portfolio_mixes(size_t nth);
/* The strategy of a phase, counted from 0, of the test with this number. */
enum strategy portfolio_pick(size_t nth, size_t phase);

#endif
