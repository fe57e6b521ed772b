/* Threads that go on when main is over, or has slept for longer than they do. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int over, done;

static void *
work(void *a)
{
#if defined SLEEPS
	sleep(1);
	__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
#else
	assert(!over);
#endif
	return a;
}

int
main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, work, NULL);
#if defined SLEEPS
	sleep(60);
#endif
#if !defined FAULTY
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
#endif
#if defined SLEEPS
	assert(done == 3);
#endif
	over = 1;
#if defined EXITS
	exit(0);
#endif
	return 0;
}
