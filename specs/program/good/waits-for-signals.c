/* All threads block a signal, and one of them waits for it, before it is sent or later; with it comes a value. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int done;

static void *
work(void *set)
{
	siginfo_t info;
	assert(sigwaitinfo(set, &info) == SIGUSR1);
	*(int *)info.si_value.sival_ptr = 1;
	return NULL;
}

int
main(void)
{
	sigset_t set;
	pthread_t thread;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&thread, NULL, work, &set);
	sigqueue(getpid(), SIGUSR1, (union sigval){.sival_ptr = &done});
	pthread_join(thread, NULL);
	kill(getpid(), SIGUSR1); /* which nobody takes */
	return !done;
}
