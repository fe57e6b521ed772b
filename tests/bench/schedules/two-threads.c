/* Two threads that between them pass some twenty scheduling points: at a mutex, or where ACCESSES is defined, at accesses to memory. */
#include <pthread.h>

#ifdef ACCESSES
enum { TURNS = 8 };
static _Atomic int shared;
#else
enum { TURNS = 4 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif

/* Not inlined, so that there is one place where a breakpoint can be. */
static __attribute__((noinline)) void
pass(void)
{
#ifdef ACCESSES
	shared++;
#else
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
#endif
}

static void *
work(void *arg)
{
	for (int i = 0; i < TURNS; i++)
		pass();
	return arg;
}

int
main(void)
{
	pthread_t thread;
	pass();
	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return 1;
	work(NULL);
	return pthread_join(thread, NULL);
}
