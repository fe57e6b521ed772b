#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
int use(int who);

/* Looks and acts under two holds of the lock. */
int
use(int who)
{
	pthread_mutex_lock(&lock);
	int seen = n;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	n = seen + who + 1;
	seen = n;
	pthread_mutex_unlock(&lock);
	return seen;
}
