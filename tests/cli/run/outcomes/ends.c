#include <pthread.h>
#include <unistd.h>

static int ends[2], made;
static char last;
int use(int who);

static void *
feed(void *who)
{
	char n = (char)(1 + *(int *)who);
	if (write(ends[1], &n, 1) == 1)
		close(ends[1]);
	return NULL;
}

/* A thread feeds those who read until it has closed its end; then the next one makes another pipe. */
int
use(int who)
{
	pthread_t feeder;
	int mine = made == 0;
	if (mine && (made = 1, pipe(ends) != 0 || pthread_create(&feeder, NULL, feed, &who) != 0))
		return 50;
	char got = 9;
	long n = read(ends[0], &got, 1);
	last = n == 1 ? got : last;
	if (mine)
		pthread_join(feeder, NULL);
	return (int)n * 20 + got + last;
}
