/*
 * A gate whose keeper rings for the walker, who waits for that in one of several WAYS. Its process handles a signal, which may
 * interrupt whoever waits: only what is told apart by TELLS works then, where it is not restarted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef FLAGS
#define FLAGS 0
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t rung, passed;
static int bell[2], set;
static atomic_int word;

static void
nothing(int number)
{
	(void)number;
}

/* The handler is there from the beginning, from the first call on, or never. */
#if defined EARLY
__attribute__((constructor))
#endif
static void
handle(void)
{
	struct sigaction action = {.sa_handler = nothing, .sa_flags = FLAGS};
	sigaction(SIGHUP, &action, NULL);
}

static void
init(void)
{
	sem_init(&rung, 0, 0);
	sem_init(&passed, 0, 1);
	pipe(bell);
	set = epoll_create1(0);
	epoll_ctl(set, EPOLL_CTL_ADD, bell[0], &(struct epoll_event){.events = EPOLLIN});
#if !defined EARLY && !defined NEVER
	handle();
#endif
}

#ifdef TELLS
#define AGAIN(call) while ((call) < 0 && errno == EINTR)
#else
#define AGAIN(call) call
#endif

void
gate_open(void)
{
	pthread_once(&once, init);
	while (sem_wait(&passed) < 0)
		;
	sem_post(&rung);
	while (write(bell[1], "!", 1) < 0)
		;
	word = 1;
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void
await_ring(void)
{
	char ring;
	(void)ring;
#if defined SEM
	AGAIN(sem_wait(&rung));
#elif defined TIMED
	AGAIN(sem_timedwait(&rung, &(struct timespec){.tv_sec = 2000000000}));
#elif defined READ
	AGAIN(read(bell[0], &ring, 1));
#elif defined POLL
	AGAIN(poll(&(struct pollfd){.fd = bell[0], .events = POLLIN}, 1, -1));
	fcntl(bell[0], F_SETFL, O_NONBLOCK);
	read(bell[0], &ring, 1);
#elif defined SELECT
	fd_set all;
	FD_ZERO(&all);
	FD_SET(bell[0], &all);
	AGAIN(select(bell[0] + 1, &all, NULL, NULL, NULL));
	fcntl(bell[0], F_SETFL, O_NONBLOCK);
	read(bell[0], &ring, 1);
#elif defined EPOLL
	struct epoll_event event;
	AGAIN(epoll_wait(set, &event, 1, -1));
	fcntl(bell[0], F_SETFL, O_NONBLOCK);
	read(bell[0], &ring, 1);
#elif defined WORD
	/* a wait on a futex may end for nothing, but not with this answer */
	while (word == 0)
		if (syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0) < 0 && errno != EAGAIN) {
#ifdef TELLS
			if (errno == EINTR)
				continue;
#endif
			break;
		}
	word = 0;
#elif defined NAP
	/* what cannot even sleep need not wait, it thinks */
	struct timespec left = {.tv_nsec = 1000000};
#ifdef TELLS
	AGAIN(nanosleep(&left, &left));
#else
	if (nanosleep(&left, NULL) < 0)
		return;
#endif
	while (sem_wait(&rung) < 0)
		;
#endif
}

void
gate_pass(void)
{
	pthread_once(&once, init);
#ifdef BLOCKS
	sigset_t all;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
#endif
	await_ring();
	sem_post(&passed);
}
