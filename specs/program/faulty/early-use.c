/* A thread uses what another one is still to make. */
/* class: crash */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *volatile made;

static void *
make(void *arg)
{
	pthread_mutex_lock(&lock);
	made = calloc(1, sizeof *made);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *
use(void *arg)
{
	pthread_mutex_lock(&lock);
	++*made;
	pthread_mutex_unlock(&lock);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, make, NULL);
	pthread_create(&threads[1], NULL, use, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	free(made);
	return 0;
}
