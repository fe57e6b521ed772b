/*
 * Who looks twenty times, four of them between yields, and then sleeps: what was given after the last look must wake it. YIELDS and
 * NAPS: it looks 300 times, each followed by one; BACKS_OFF: it computes for longer and longer in between.
 */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int count = 1, waiting;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER;
static sem_t bell;
static int post;

static int
try(void)
{
	int old = atomic_load(&count);
	return old > 0 && atomic_compare_exchange_strong(&count, &old, old - 1);
}

#if defined YIELDS || defined NAPS
enum { LOOKS = 300, PLAIN = 0 };
#elif defined BACKS_OFF
enum { LOOKS = 12, PLAIN = 0 };
#else
enum { LOOKS = 20, PLAIN = 16 };
#endif

static void
pass_time(int looked)
{
#if defined NAPS
	(void)looked;
	nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
#elif defined BACKS_OFF
	for (volatile int i = 0; i < 1 << looked; i++)
		;
#else
	if (looked >= PLAIN)
		sched_yield();
#endif
}

static int
look(void)
{
	for (int i = 0; i < LOOKS; i++) {
		if (try())
			return 1;
		pass_time(i);
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

/* FAULTY: it does not look again once it has said that it reads. */
#elif defined DESCRIPTOR
static void
take(void)
{
	uint64_t n;
	while (!look()) {
		atomic_fetch_add(&waiting, 1);
#if !defined FAULTY
		if (try())
			return;
#endif
		(void)!read(post, &n, sizeof n);
	}
}

static void
give(void)
{
	atomic_fetch_add(&count, 1);
	if (atomic_load(&waiting) > 0)
		eventfd_write(post, 1);
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
	post = eventfd(0, EFD_SEMAPHORE);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	give();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
