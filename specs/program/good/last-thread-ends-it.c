/* The first thread leaves by pthread_exit; the program ends with the last one, and well. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool done;

static void *
finish(void *arg)
{
	usleep(1000);
	pthread_mutex_lock(&lock);
	assert(!done);
	done = true;
	pthread_mutex_unlock(&lock);
	return arg;
}

int
main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, finish, NULL);
	pthread_detach(thread);
	pthread_exit(NULL);
}
