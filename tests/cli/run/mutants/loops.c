/* A gate that the keeper opens for one walker at a time; each way to pass has another loop around its wait. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_open, ways, never;

#define APART __attribute__((noinline)) static

APART void
begin(void)
{
	pthread_mutex_lock(&mutex);
}

APART void
end(int open)
{
	is_open = open;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
}

/* Whoever opens it has nothing to wait for: it is closed. */
void
gate_open(void)
{
	begin();
	end(1);
}

void
pass_while(void)
{
	begin();
	while (!is_open)
		pthread_cond_wait(&changed, &mutex);
	end(0);
}

void
pass_forever(void)
{
	begin();
	for (;;) {
		if (is_open)
			break;
		pthread_cond_wait(&changed, &mutex);
	}
	end(0);
}

void
pass_or(void)
{
	begin();
	while (never || !is_open)
		pthread_cond_wait(&changed, &mutex);
	end(0);
}

void
pass_and(void)
{
	begin();
	while (!never && !is_open)
		pthread_cond_wait(&changed, &mutex);
	end(0);
}

APART int
may_pass(void)
{
	return is_open;
}

void
pass_asking(void)
{
	begin();
	while (!may_pass())
		pthread_cond_wait(&changed, &mutex);
	end(0);
}

APART void
wait_once(void)
{
	pthread_cond_wait(&changed, &mutex);
	ways++;
}

void
pass_apart(void)
{
	begin();
	while (!is_open)
		wait_once();
	end(0);
}

/* The outer loop is not the one around the wait: it is not to be left. */
void
pass_twice(void)
{
	int n = 0;
	begin();
	for (int i = 0; i < 2; i++) {
		while (i == 0 && !is_open)
			pthread_cond_wait(&changed, &mutex);
		n += ways >= 0;
	}
	if (n != 2)
		abort();
	end(0);
}

/* A wait with a timeout says more than that it is over. */
void
pass_timed(void)
{
	begin();
	while (!is_open)
		pthread_cond_timedwait(&changed, &mutex, &(struct timespec){.tv_sec = 2000000000});
	end(0);
}

/* There is no loop: where nobody wakes up for nothing, and nobody else waits, it need not be asked again. */
void
pass_trusting(void)
{
	begin();
	if (!is_open)
		pthread_cond_wait(&changed, &mutex);
	end(0);
}
