/* the same, but it is `take` that is called there, where calls can be stopped */
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
		return take(of);
	}
	return run(swap, l) && tried == 1;
}
