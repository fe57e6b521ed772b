# long: where several builds are tested, in the last one only
# a timer may send thousands of signals while no call is there to take them
cat >count.yaml <<'END'
resource: counter
state: { n: nat = 0 }
operations: { bump: { post: n += 1 } }
clients: { worker: { count: 3, calls: [{ call: bump }] } }
implementation: { prototypes: 'void bump(void);', bump: bump() }
END
cat >count.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t ticks;
static int n;
static void ring(int number) { (void)number; ticks++; }
static void
start(void)
{
	struct itimerval often = {{0, 300}, {0, 300}};
	signal(SIGALRM, ring);
	setitimer(ITIMER_REAL, &often, NULL);
}
void
bump(void)
{
	pthread_once(&once, start);
	pthread_mutex_lock(&mutex);
	n++;
	pthread_mutex_unlock(&mutex);
}
C
for seed in 1 2 3; do srtest run --no-save --seed $seed --tests 5 count.yaml count.c | grep -oE 'passed|UNDECIDED.*'; done
