/* Where the items are; with -DLOCKED, one call at a time changes them. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n, at[64], head;

static void
lock(void)
{
#ifdef LOCKED
	pthread_mutex_lock(&mutex);
#endif
}

static void
unlock(void)
{
#ifdef LOCKED
	pthread_mutex_unlock(&mutex);
#endif
	(void)mutex;
}

void core_clear(void) { n = head = 0; }

void
core_put(int item)
{
	lock();
	at[(head + n) % 64] = item;
	n++;
	unlock();
}

int
core_get(void)
{
	lock();
	int item = at[head % 64];
	head = (head + 1) % 64;
	n--;
	unlock();
	return item;
}
