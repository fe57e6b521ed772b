#include <stdatomic.h>

static atomic_int next, now, sum;
static int plain;
int use(int who);

int
use(int who)
{
	int mine = atomic_fetch_add(&next, 1), seen = atomic_load(&sum);
	plain += who;
	int expected = mine;
	if (atomic_compare_exchange_strong(&now, &expected, mine + 1))
		atomic_store(&sum, seen + mine + 1);
	return (atomic_load(&sum) * 4 + expected + plain) % 61;
}
