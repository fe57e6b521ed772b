/* A thread that can be ended between any two instructions; or, with -DCALLER, one that is not the implementation's. */
#include "visits.h"

#ifdef CALLER
int
visit(void)
{
	return pthread_cancel(pthread_self());
}
#else
static void *
computes(void *a)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;)
		sched_yield();
	return a;
}

int
visit(void)
{
	pthread_t t;
	pthread_create(&t, NULL, computes, NULL);
	usleep(1000);
	return cancelled(t) ? 0 : 1;
}
#endif
