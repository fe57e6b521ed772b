# long: what only sets or asks something leaves the calls under the scheduler; a thread that is ended wherever it is, is run freely, with a word
cat >uses.c <<'C'
#define _GNU_SOURCE
#define _XOPEN_SOURCE 700
#include "permits.h"
#include <errno.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <unistd.h>
#include <wchar.h>
struct permits { pthread_mutex_t mutex; pthread_cond_t some; unsigned free; };
static void *work(void *arg) { return arg; }
static void *for_ever(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;)
		sched_yield();
	return arg;
}
static void with_thread(void *(*run)(void *), const pthread_attr_t *attr, int cancels)
{
	pthread_t t;
	if (pthread_create(&t, attr, run, NULL) != 0)
		abort();
	if (cancels)
		pthread_cancel(t);
	pthread_join(t, NULL);
}
static void use(void)
{
#if WHAT == 1
	int old;
	if (pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) != 0 || old != PTHREAD_CANCEL_DEFERRED || pthread_setcanceltype(7, NULL) != EINVAL)
		abort();
#elif WHAT == 2
	int old;
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
	if (old != PTHREAD_CANCEL_ASYNCHRONOUS)
		abort();
#elif WHAT == 3
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM);
	pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attr, SCHED_OTHER);
	with_thread(work, &attr, 0);
	pthread_attr_destroy(&attr);
#elif WHAT == 4
	struct rusage usage;
	struct tms spent;
	clock_t before = times(&spent);
	getrusage(RUSAGE_SELF, &usage);
	if (times(NULL) < before || sched_getcpu() < 0)
		abort();
#elif WHAT == 5
	prctl(PR_SET_NAME, "permits");
	pthread_setname_np(pthread_self(), "permits");
	mlockall(MCL_CURRENT);
	madvise(NULL, 0, MADV_NORMAL);
	getdtablesize();
#elif WHAT == 6
	siginterrupt(SIGUSR1, 1);
	sighold(SIGUSR1);
	sigrelse(SIGUSR1);
	if (ualarm(0, 0) != 0)
		abort();
#elif WHAT == 7
	wchar_t text[8];
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setprioceiling(&attr, 1);
	if (wcsspn(wcpcpy(text, L"permits") - 7, L"p") != 1)
		abort();
#elif WHAT == 8
	with_thread(for_ever, NULL, 1);
#endif
}
permits *permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	*p = (permits){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, n};
	return p;
}
void permits_free(permits *p) { free(p); }
void permits_acquire(permits *p)
{
	use();
	pthread_mutex_lock(&p->mutex);
	while (p->free == 0)
		pthread_cond_wait(&p->some, &p->mutex);
	p->free--;
	pthread_mutex_unlock(&p->mutex);
}
void permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	pthread_cond_signal(&p->some);
	pthread_mutex_unlock(&p->mutex);
}
C
for what in 1 2 3 4 5 6 7 8; do
	gcc -shared -fPIC -O1 -w -DWHAT=$what -I $SRC/tests/cli/run/waiting -o uses.so uses.c
	srtest run -v --no-save --seed 1 --tests 5 $SRC/tests/cli/run/waiting/permits.yaml uses.so >out && status=0 || status=$?
	echo "$what: exit $status $(grep -E '^  engine' out)"
done
