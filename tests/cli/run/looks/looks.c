/* Who looks twenty times, four of them between yields, and then sleeps: what was given after the last look must wake it. */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int count = 1, waiting;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER;
static sem_t bell;

static int
try(void)
{
	int old = atomic_load(&count);
	return old > 0 && atomic_compare_exchange_strong(&count, &old, old - 1);
}

static int
look(void)
{
	for (int i = 0; i < 20; i++) {
		if (try())
			return 1;
		if (i >= 16)
			sched_yield();
	}
	return 0;
}

/* FAULTY: it sleeps though the count is what it was before it looked, not when it looked last. */
#if defined FUTEX
static void
take(void)
{
	for (;;) {
		int old = atomic_load(&count);
		if (look())
			return;
#if !defined FAULTY
		old = 0;
#endif
		syscall(SYS_futex, &count, FUTEX_WAIT, old, NULL, NULL, 0);
	}
}

static void
give(void)
{
	atomic_fetch_add(&count, 1);
	syscall(SYS_futex, &count, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* FAULTY: it does not look again once it has the lock. */
#elif defined CONDITION
static void
take(void)
{
	if (look())
		return;
	pthread_mutex_lock(&lock);
#if defined FAULTY
	do
		pthread_cond_wait(&given, &lock);
	while (!try());
#else
	while (!try())
		pthread_cond_wait(&given, &lock);
#endif
	pthread_mutex_unlock(&lock);
}

static void
give(void)
{
	pthread_mutex_lock(&lock);
	atomic_fetch_add(&count, 1);
	pthread_cond_broadcast(&given);
	pthread_mutex_unlock(&lock);
}

/* FAULTY: it does not look again once it has said that it waits. */
#else
static void
take(void)
{
	while (!look()) {
		atomic_fetch_add(&waiting, 1);
#if !defined FAULTY
		if (try())
			return;
#endif
		sem_wait(&bell);
	}
}

static void
give(void)
{
	atomic_fetch_add(&count, 1);
	for (int n = atomic_exchange(&waiting, 0); n > 0; n--)
		sem_post(&bell);
}
#endif

static void *
work(void *a)
{
	take();
	return a;
}

int
main(void)
{
	pthread_t t[2];
	sem_init(&bell, 0, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	give();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
