/* Ends by exit(0) while a thread still waits, and another one never ends: both end with the program. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *
wait_for_ever(void *arg)
{
	pthread_mutex_lock(&lock);
	for (;;)
		pthread_cond_wait(&never, &lock);
	return arg;
}

static void *
tick(void *arg)
{
	for (;;)
		sleep(1);
	return arg;
}

int
main(int argc, char **argv)
{
	pthread_t thread;
	if (argc != 1 || !argv[0] || argv[1])
		return 1;
	pthread_create(&thread, NULL, wait_for_ever, NULL);
	pthread_detach(thread);
	pthread_create(&thread, NULL, tick, NULL);
	exit(0);
}
