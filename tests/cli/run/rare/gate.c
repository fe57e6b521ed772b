/* A gate that one walker passes when the keeper has opened it; each WAY of waiting trusts what POSIX does not promise. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER, passed = PTHREAD_COND_INITIALIZER;
static int is_open, word;
static mtx_t busy;
static once_flag once = ONCE_FLAG_INIT;

static void
init(void)
{
	mtx_init(&busy, mtx_plain);
}

void
gate_open(void)
{
	call_once(&once, init);
	pthread_mutex_lock(&mutex);
	while (is_open)
		pthread_cond_wait(&passed, &mutex);
	is_open = 1;
	word++;
	pthread_cond_broadcast(&opened);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
	pthread_mutex_unlock(&mutex);
}

void
gate_pass(void)
{
	call_once(&once, init);
#if defined SPURIOUS
	/* nobody can wake it but the keeper, it thinks */
	pthread_mutex_lock(&mutex);
	if (!is_open)
		pthread_cond_wait(&opened, &mutex);
#elif defined FUTEX
	pthread_mutex_lock(&mutex);
	int seen = word;
	if (!is_open) {
		pthread_mutex_unlock(&mutex);
		syscall(SYS_futex, &word, FUTEX_WAIT, seen, NULL, NULL, 0);
		pthread_mutex_lock(&mutex);
	}
#elif defined TRYLOCK
	/* a lock that nobody else takes can be had, it thinks */
	pthread_mutex_lock(&mutex);
	while (!is_open)
		pthread_cond_wait(&opened, &mutex);
	if (mtx_trylock(&busy) != thrd_success)
		for (;;)
			pthread_cond_wait(&opened, &mutex);
	mtx_unlock(&busy);
#elif defined NAP
	/* whoever else saw that it is nobody's turn has said so by the end of the nap, it thinks (Fischer's lock) */
	static int turn;
	int me = 0;
	pthread_mutex_lock(&mutex);
	while (!me || turn != me) {
		while (!is_open || turn)
			pthread_cond_wait(&opened, &mutex);
		pthread_mutex_unlock(&mutex);
		pthread_mutex_lock(&mutex);
		turn = me = ++word;
		pthread_mutex_unlock(&mutex);
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
		pthread_mutex_lock(&mutex);
	}
	turn = 0;
#else
	pthread_mutex_lock(&mutex);
	while (!is_open)
		pthread_cond_wait(&opened, &mutex);
#endif
	is_open = 0;
	pthread_cond_signal(&passed);
	pthread_mutex_unlock(&mutex);
}
