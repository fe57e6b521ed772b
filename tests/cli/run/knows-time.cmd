# where a specification knows that a call may give up waiting, its own timeout does not stand in for a wake-up that is lost; a nap goes on
cat >timed.yaml <<'Y'
resource: timed
types: { Outcome: [acquired, timed_out] }
state: { free: nat = 1 }
operations:
  take:
    returns: Outcome
    ensures: result == (if free > 0 then acquired else timed_out)
    post: if result == acquired then free -= 1
    must: free > 0
  give:
    post: free += 1
testing: { horizon: 100ms }
clients:
  worker:
    count: 3
    vars: { holds: bool = false }
    calls:
      - { call: take, when: not holds, then: holds := result == acquired }
      - { call: give, when: holds, then: holds := false }
implementation:
  prototypes: |
    enum outcome { ACQUIRED, TIMED_OUT } take(void);
    void give(void);
  take: take()
  give: give()
Y
cat >timed.c <<'C'
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static unsigned available = 1, given;
int take(void)
{
	struct timespec end;
	int late = 0;
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec++;
	pthread_mutex_lock(&mutex);
	while (available == 0 && !late) {
#ifdef NAPS
		pthread_mutex_unlock(&mutex);
		nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
		pthread_mutex_lock(&mutex);
		late = 1;
#else
		late = pthread_cond_timedwait(&some, &mutex, &end) != 0;
#endif
	}
	int got = available > 0;
	available -= got;
	pthread_mutex_unlock(&mutex);
	return !got;
}
void give(void)
{
	pthread_mutex_lock(&mutex);
	available++;
#ifdef FORGETS
	if (++given % 2)
#endif
	pthread_cond_signal(&some);
	pthread_mutex_unlock(&mutex);
}
C
for way in WAKES NAPS FORGETS; do
	gcc -shared -fPIC -O1 -g -w -D$way -o $way.so timed.c
	srtest run --no-save --seed 1 --tests 20 --no-rare timed.yaml $way.so >out && status=0 || status=$?
	echo "$way: exit $status $(grep -oE 'UNDECIDED.*|\[[a-z]+' out | tr -d '[')"
done
