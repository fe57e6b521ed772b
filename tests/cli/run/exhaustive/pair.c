#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int users, shared;
int use(void);

/* With FAILS, whoever finds another's number between two of his own steps says so: it takes 2 * FAILS - 1 preemptions. */
int
use(void)
{
	int me = users++, changes = 0;
	for (int i = 0; i < N; i++) {
		int before = shared = me + 1;
		pthread_mutex_lock(&locks[me % 2]);
		pthread_mutex_unlock(&locks[me % 2]);
		changes += shared != before;
	}
#ifdef FAILS
	return changes >= FAILS;
#else
	return 0;
#endif
}
