/* A thread waits for what nobody does; with GOOD, it is done while it waits. */
#include <pthread.h>
#include <stdlib.h>

static struct waiting {
	int flag;
	long tries;
	unsigned hash;
} *w;

static void *
wait(void *p)
{
	volatile struct waiting *v = p;
#if defined PLAIN
	while (!v->flag)
		;
#elif defined COUNTS
	while (!v->flag)
		v->tries++;
#elif defined HASHES
	unsigned h = 1;
	for (int seen; !(seen = v->flag);)
		h = h * 31 + (unsigned)seen;
	v->hash = h;
#elif defined PAUSES
	while (!__atomic_load_n(&v->flag, __ATOMIC_ACQUIRE))
		for (int i = 0; i < 20; i++)
			__builtin_ia32_pause();
#elif defined EACH
	/* each waits for the other, who has not begun yet */
	static volatile int begun[2];
	int me = (int)__atomic_fetch_add(&w->tries, 1, __ATOMIC_SEQ_CST);
	while (!begun[!me])
		;
	begun[me] = 1;
	v->flag = 1;
#endif
	return NULL;
}

int
main(void)
{
	pthread_t t;
	w = calloc(1, sizeof *w);
	pthread_create(&t, NULL, wait, w);
#ifdef EACH
	wait(w);
#endif
#ifdef GOOD
	__atomic_store_n(&w->flag, 1, __ATOMIC_RELEASE);
#endif
	pthread_join(t, NULL);
	free(w);
	return 0;
}
