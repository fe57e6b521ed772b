/* wrong: in assembly, where only breakpoints can stop it */
#include "count.h"

int
count_take(count *c)
{
	return ((taking *)take)(c);
}
