/* A thread ends the program with the number of those who came before it, which is mostly 0. */
/* class: value */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int before;

static void *
come(void *arg)
{
	pthread_mutex_lock(&lock);
	before++;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *
end(void *arg)
{
	pthread_mutex_lock(&lock);
	exit(before);
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, end, NULL);
	pthread_create(&threads[1], NULL, come, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
