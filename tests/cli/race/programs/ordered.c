/* Everything that orders accesses, each with a variable of its own that nothing else protects. */
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static int counts[32];

/* --- locks --- */

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, often, maybe = PTHREAD_MUTEX_INITIALIZER, soon = PTHREAD_MUTEX_INITIALIZER;
static mtx_t c11;

void
use_mutex(void)
{
	pthread_mutex_lock(&plain);
	counts[0]++;
	pthread_mutex_unlock(&plain);
}

void
use_recursive(void)
{
	pthread_mutex_lock(&often);
	pthread_mutex_lock(&often);
	counts[1]++;
	pthread_mutex_unlock(&often);
	counts[1]++;
	pthread_mutex_unlock(&often);
}

void
use_tried(void)
{
	if (pthread_mutex_trylock(&maybe) != 0)
		return;
	counts[2]++;
	pthread_mutex_unlock(&maybe);
}

void
use_timed(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec /= 2;
	t.tv_sec++;
	if (pthread_mutex_timedlock(&soon, &t) != 0)
		return;
	counts[3]++;
	pthread_mutex_unlock(&soon);
}

void
use_c11(void)
{
	mtx_lock(&c11);
	counts[4]++;
	mtx_unlock(&c11);
}

/* What the condition hands over is used without the mutex. */
static pthread_mutex_t around = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int busy;

void
use_condition(void)
{
	pthread_mutex_lock(&around);
	while (busy)
		pthread_cond_wait(&changed, &around);
	busy = 1;
	pthread_mutex_unlock(&around);
	counts[5]++;
	pthread_mutex_lock(&around);
	busy = 0;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&around);
}

static sem_t one;

void
use_semaphore(void)
{
	sem_wait(&one);
	counts[6]++;
	sem_post(&one);
}

static pthread_rwlock_t many = PTHREAD_RWLOCK_INITIALIZER;

void
use_readers(void)
{
	pthread_rwlock_rdlock(&many);
	int odd = counts[7] % 2;
	pthread_rwlock_unlock(&many);
	pthread_rwlock_wrlock(&many);
	counts[7] += 1 + odd;
	pthread_rwlock_unlock(&many);
}

static pthread_spinlock_t spin;

void
use_spin(void)
{
	pthread_spin_lock(&spin);
	counts[8]++;
	pthread_spin_unlock(&spin);
}

/* --- threads --- */

/* Two threads that swap what they have when both are there. */
struct swap {
	pthread_barrier_t barrier;
	atomic_int next;
	int has[2];
};

static void *
swap(void *arg)
{
	struct swap *s = arg;
	int me = atomic_fetch_add(&s->next, 1);
	for (int i = 0; i < 2; i++) {
		s->has[me] += i;
		pthread_barrier_wait(&s->barrier);
		int other = s->has[!me];
		pthread_barrier_wait(&s->barrier);
		s->has[me] = other;
	}
	return NULL;
}

void
use_barrier(void)
{
	struct swap s = {0};
	pthread_t thread;
	pthread_barrier_init(&s.barrier, NULL, 2);
	pthread_create(&thread, NULL, swap, &s);
	swap(&s);
	pthread_join(thread, NULL);
	s.has[0]++;
	pthread_barrier_destroy(&s.barrier);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *made;

static void
make(void)
{
	made = malloc(sizeof *made);
	*made = 7;
}

void
use_once(void)
{
	pthread_once(&once, make);
	if (*made != 7)
		abort();
}

static void *
add(void *arg)
{
	*(int *)arg += 1;
	return NULL;
}

void
use_joined(void)
{
	pthread_t thread;
	int n = 1;
	pthread_create(&thread, NULL, add, &n);
	pthread_join(thread, NULL);
	n++;
}

static pthread_key_t key;

static void
end_value(void *value)
{
	*(int *)value += 1;
}

static void *
keep_value(void *arg)
{
	pthread_setspecific(key, arg);
	return NULL;
}

void
use_values(void)
{
	pthread_t thread;
	int n = 1;
	pthread_create(&thread, NULL, keep_value, &n);
	pthread_join(thread, NULL);
	n++;
}

/* --- atomics --- */

static atomic_flag taken = ATOMIC_FLAG_INIT;

void
use_atomics(void)
{
	while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
		thrd_yield();
	counts[9]++;
	atomic_flag_clear_explicit(&taken, memory_order_release);
}

static atomic_int gate;

void
use_fenced(void)
{
	int open = 0;
	while (!atomic_compare_exchange_weak_explicit(&gate, &open, 1, memory_order_relaxed, memory_order_relaxed)) {
		open = 0;
		thrd_yield();
	}
	atomic_thread_fence(memory_order_acquire);
	counts[10]++;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&gate, 0, memory_order_relaxed);
}

static atomic_int word;

void
use_futex(void)
{
	int free = 0;
	while (!atomic_compare_exchange_strong(&word, &free, 1)) {
		syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0);
		free = 0;
	}
	counts[11]++;
	atomic_store(&word, 0);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* --- descriptors --- */

static int ends[2], event;

void
use_pipe(void)
{
	char token;
	if (read(ends[0], &token, 1) != 1)
		abort();
	counts[12]++;
	if (write(ends[1], &token, 1) != 1)
		abort();
}

void
use_counter(void)
{
	uint64_t n;
	if (read(event, &n, sizeof n) != sizeof n)
		abort();
	counts[13]++;
	n = 1;
	if (write(event, &n, sizeof n) != sizeof n)
		abort();
}

/* --- signals --- */

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER, one_more = PTHREAD_MUTEX_INITIALIZER;
static int letter;

static void
handle(int number)
{
	(void)number;
	letter++;
}

static void *
stay(void *arg)
{
	sigset_t none;
	sigemptyset(&none);
	sem_post(arg);
	sigsuspend(&none);
	return NULL;
}

/* The handler runs on a thread that has nothing else in common with who writes the letter. */
void
use_handled(void)
{
	pthread_t thread;
	sem_t there;
	sigset_t usr1;
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_mutex_lock(&one_at_a_time);
	sem_init(&there, 0, 0);
	pthread_sigmask(SIG_BLOCK, &usr1, NULL);
	pthread_create(&thread, NULL, stay, &there);
	sem_wait(&there);
	letter = 1;
	pthread_kill(thread, SIGUSR1);
	pthread_join(thread, NULL);
	if (letter != 2)
		abort();
	pthread_mutex_unlock(&one_at_a_time);
}

static void *
await(void *arg)
{
	sigset_t usr2;
	int number;
	sigemptyset(&usr2);
	sigaddset(&usr2, SIGUSR2);
	sigwait(&usr2, &number);
	*(int *)arg += 1;
	return NULL;
}

void
use_awaited(void)
{
	pthread_t thread;
	sigset_t usr2;
	int n = 0;
	sigemptyset(&usr2);
	sigaddset(&usr2, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &usr2, NULL);
	pthread_mutex_lock(&one_more);
	pthread_create(&thread, NULL, await, &n);
	n = 1;
	pthread_kill(thread, SIGUSR2);
	pthread_join(thread, NULL);
	pthread_mutex_unlock(&one_more);
	if (n != 2)
		abort();
}

struct alarm {
	sem_t rung;
	int set, seen;
};

static void
ring(union sigval v)
{
	struct alarm *a = v.sival_ptr;
	a->seen = a->set;
	sem_post(&a->rung);
}

void
use_timer(void)
{
	struct alarm a = {.set = 1};
	struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring, .sigev_value.sival_ptr = &a};
	struct itimerspec soon_enough = {.it_value.tv_nsec = 1000};
	timer_t id;
	sem_init(&a.rung, 0, 0);
	timer_create(CLOCK_MONOTONIC, &e, &id);
	a.set = 2;
	timer_settime(id, 0, &soon_enough, NULL);
	sem_wait(&a.rung);
	if (a.seen != 2)
		abort();
	timer_delete(id);
}

/* --- memory --- */

/* Runs it in two threads at the same time. */
static void
twice(void *(*fn)(void *))
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, fn, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

/* A block goes from one to another by way of the allocator only. */
static void *
use_blocks(void *arg)
{
	for (int i = 0; i < 3; i++) {
		int *block = malloc(sizeof *block);
		*block = 1;
		block = realloc(block, 100 * sizeof *block);
		block[99] = 1;
		free(block);
		thrd_yield();
	}
	return arg;
}

void
use_memory(void)
{
	twice(use_blocks);
}

static void *
use_pages(void *arg)
{
	for (int i = 0; i < 3; i++) {
		int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		*page = 1;
		munmap(page, 4096);
		thrd_yield();
	}
	return arg;
}

void
use_mapped(void)
{
	twice(use_pages);
}

/* --- what one thread tells another --- */

struct news {
	int text, ends[2], counter;
	sem_t there;
};

static void *
close_pipe(void *arg)
{
	struct news *n = arg;
	n->text = 1;
	close(n->ends[1]);
	return NULL;
}

/* The end of a stream is news too. */
void
use_end(void)
{
	struct news n = {0};
	pthread_t thread;
	char c;
	if (pipe(n.ends) < 0)
		abort();
	pthread_create(&thread, NULL, close_pipe, &n);
	if (read(n.ends[0], &c, 1) != 0 || n.text != 1)
		abort();
	pthread_join(thread, NULL);
	close(n.ends[0]);
}

static void *
count_up(void *arg)
{
	struct news *n = arg;
	uint64_t one_more = 1;
	n->text = 1;
	if (write(n->counter, &one_more, sizeof one_more) != sizeof one_more)
		abort();
	return NULL;
}

/* Whoever has seen that a descriptor is ready need not read from it. */
void
use_polled(void)
{
	struct news n = {.counter = eventfd(0, 0)};
	struct pollfd ready = {.fd = n.counter, .events = POLLIN};
	pthread_t thread;
	pthread_create(&thread, NULL, count_up, &n);
	while (poll(&ready, 1, -1) != 1)
		;
	if (n.text != 1)
		abort();
	pthread_join(thread, NULL);
	close(n.counter);
}

static void *
set_timer(void *arg)
{
	struct news *n = arg;
	struct itimerspec soon_enough = {.it_value.tv_nsec = 1000};
	n->text = 1;
	timerfd_settime(n->counter, 0, &soon_enough, NULL);
	return NULL;
}

void
use_expiring(void)
{
	struct news n = {.counter = timerfd_create(CLOCK_MONOTONIC, 0)};
	pthread_t thread;
	uint64_t times;
	pthread_create(&thread, NULL, set_timer, &n);
	if (read(n.counter, &times, sizeof times) != sizeof times || n.text != 1)
		abort();
	pthread_join(thread, NULL);
	close(n.counter);
}

static void *
post(void *arg)
{
	struct news *n = arg;
	n->text = 1;
	sem_post(&n->there);
	return NULL;
}

void
use_posted(void)
{
	struct news n = {0};
	pthread_t thread;
	int posts = 0;
	sem_init(&n.there, 0, 0);
	pthread_create(&thread, NULL, post, &n);
	while (sem_trywait(&n.there) != 0)
		thrd_yield();
	if (n.text++ != 1)
		abort();
	pthread_join(thread, NULL);
	n.text = 0;
	pthread_create(&thread, NULL, post, &n);
	while (posts == 0) {
		thrd_yield();
		sem_getvalue(&n.there, &posts);
	}
	if (n.text != 1)
		abort();
	pthread_join(thread, NULL);
}

void *
open_all(void)
{
	struct sigaction a = {.sa_handler = handle, .sa_flags = SA_RESTART};
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&often, &attr);
	mtx_init(&c11, mtx_plain);
	sem_init(&one, 0, 1);
	pthread_spin_init(&spin, 0);
	pthread_key_create(&key, end_value);
	sigaction(SIGUSR1, &a, NULL);
	if (pipe(ends) < 0 || write(ends[1], "x", 1) != 1)
		abort();
	event = eventfd(1, 0);
	for (int i = 0; i < 32; i++)
		counts[i] = 1;
	return counts;
}
