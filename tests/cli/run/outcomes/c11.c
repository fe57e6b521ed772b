#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static mtx_t lock;
static int n;
int use(int who);

static void
begin(void)
{
	mtx_init(&lock, mtx_plain);
}

int
use(int who)
{
	int seen = n;
	call_once(&once, begin);
	if (mtx_trylock(&lock) != thrd_success)
		return 40 + who;
	n = seen + 1;
	mtx_unlock(&lock);
	mtx_lock(&lock);
	seen = n;
	mtx_unlock(&lock);
	return seen;
}
