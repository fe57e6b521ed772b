/* A thread that sleeps first says by the environment that all may go, and then waits for ever; who waits for that polls. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *
open_door(void *arg)
{
	usleep(1000);
	setenv("OPEN", "1", 1);
	pthread_mutex_lock(&mutex);
	for (;;)
		pthread_cond_wait(&never, &mutex);
	return arg;
}

int
main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, open_door, NULL);
	while (!getenv("OPEN"))
		POLL;
	return 0;
}
