/* Looks, and takes it then: two may have looked before one of them takes it. */
#include <stdbool.h>
#include <stdlib.h>

struct lock {
	bool taken;
};

struct lock *
lock_new(void)
{
	return calloc(1, sizeof(struct lock));
}

void
lock_free(struct lock *l)
{
	free(l);
}

bool
lock_try(struct lock *l)
{
	if (l->taken)
		return false;
	l->taken = true;
	return true;
}

void
lock_release(struct lock *l)
{
	l->taken = false;
}
