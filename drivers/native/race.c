#include "drivers/native/race.h"

void
race_access(const void *at, size_t size, enum race_kind kind, const void *place)
{
	(void)at;
	(void)size;
	(void)kind;
	(void)place;
}
