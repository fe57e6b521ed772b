#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int n, turn;
int use(int who);

/* Everybody but the last to come waits, and may be forgotten: the signal is lost where nobody waits yet. */
int
use(int who)
{
	pthread_mutex_lock(&lock);
	int mine = ++n;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	if (mine == 1)
		pthread_cond_wait(&condition, &lock);
	else
		pthread_cond_signal(&condition);
	turn = turn * 2 + who;
	mine = turn % 60;
	pthread_mutex_unlock(&lock);
	return mine;
}
