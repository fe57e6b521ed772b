#include "test/test.h"

size_t
test_calls(const struct test *t)
{
	size_t n = 0;
	for (size_t i = 0; i < t->n; i++)
		n += t->phases[i].n;
	return n;
}
