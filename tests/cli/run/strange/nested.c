/* right: a function within another, which is called through code on the stack that leads there */
#include "code.h"

static int
run(int (*fn)(lock *), lock *l)
{
	int (*volatile called)(lock *) = fn;
	return called(l);
}

static int
try_to(lock *l)
{
	int tried = 0;
	int swap(lock *of)
	{
		tried++;
		return __sync_lock_test_and_set(&of->held, 1) == 0;
	}
	return run(swap, l) && tried == 1;
}
