/* Changes what is waited for without the mutex, then signals: who has looked, and does not wait yet, sleeps on. */
/* class: progress */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int done;

static void *
work(void *arg)
{
	atomic_fetch_add(&done, 1);
	if (atomic_load(&done) == 2)
		pthread_cond_signal(&c);
	return arg;
}

int
main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	pthread_mutex_lock(&m);
	while (atomic_load(&done) < 2)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
