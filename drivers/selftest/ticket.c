/* Tickets, and a door that lets one visitor in at a time: right as it stands, and wrong in a way that each macro names. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int next, is_free;
static int *volatile nowhere;
static volatile int endless = 1;

static void
misbehave(void)
{
#if defined CRASH
	*nowhere = 1;
#elif defined LOOP
	while (endless)
		;
#elif defined KILL
	kill(getppid(), SIGKILL);
#elif defined EXIT
	exit(0);
#endif
	(void)nowhere;
	(void)endless;
}

int
ticket_take(void)
{
#if defined RACE
	int mine = next;
	next = mine + 1;
#else
	pthread_mutex_lock(&mutex);
	int mine = next++;
	pthread_mutex_unlock(&mutex);
#endif
	if (mine == 2)
		misbehave();
	return mine;
}

static void
wait_until(int wanted)
{
	pthread_mutex_lock(&mutex);
	while (is_free != wanted)
		pthread_cond_wait(&changed, &mutex);
	is_free = !wanted;
#if !defined LOST
	pthread_cond_broadcast(&changed);
#endif
	pthread_mutex_unlock(&mutex);
}

void
ticket_enter(void)
{
	wait_until(1);
}

void
ticket_admit(void)
{
	wait_until(0);
}
