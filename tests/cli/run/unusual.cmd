# long: libraries that do what few do: each passes, fails for what is wrong with it, or gets a word on what is not seen
cat >room.yaml <<'Y'
resource: room
operations: { visit: { returns: int, result: 0 } }
clients: { guest: { count: 2, calls: [{ call: visit }] } }
implementation:
  prototypes: |
    int visit(void);
  visit: result = visit()
testing: { phases: 1..4, concurrency: 1..2 }
Y
head='
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static long raw(long number, long a, long b, long c)
{
	long result;
	register long r10 __asm__("r10") = 0;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
	return result;
}
#define CHECK(x) do { if (!(x)) return __LINE__; } while (0)
'
# name, tests: the shared object, and the source where it is in C; what comes of each
look() {
	srtest run --no-save --seed 1 --tests $2 --shrink-time 1 ${3-} room.yaml $1 >told 2>&1 && status=0 || status=$?
	echo "$1${3:+ $3}: exit $status $(head -1 told | grep -o 'UNDECIDED.*' | sed 's/ (seed.*//') $(grep -o '\*\*\* Error: [^[]*' told | head -1) $(grep -A 1 '^Calls ran freely.*does not see' told | tail -n +2)"
}
try() {
	{ echo "$head"; cat; } >$1.c
	gcc -w -g -O1 -shared -fPIC -pthread -o $1.so $1.c
	look $1.so ${2-40}
	test ! "${MORE-}" || look $1.c ${2-40}
}
# name, tests: a library in C++
plus() {
	cat >$1.cc
	g++ -w -g -O1 -shared -fPIC -pthread -o $1.so $1.cc
	look $1.so $2
}
try own-malloc <<'C'
static _Alignas(16) char heap[1 << 20]; static atomic_size_t used;
void *malloc(size_t n) { return heap + atomic_fetch_add(&used, (n + 15) / 16 * 16); }
void free(void *p) { (void)p; }
void *calloc(size_t n, size_t m) { return memset(malloc(n * m), 0, n * m); }
void *realloc(void *p, size_t n) { void *q = malloc(n); if (p) memcpy(q, p, n); return q; }
int visit(void) { char *p = malloc(100); CHECK(p >= heap && p < heap + sizeof heap); p = realloc(p, 200); free(p); p = strdup("x"); CHECK(*p == 'x'); free(p); return 0; }
C
try wrapped-malloc <<'C'
static atomic_int n;
void *malloc(size_t size) { static void *(*next)(size_t); if (!next) next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc"); n++; return next(size); }
void free(void *p) { static void (*next)(void *); if (!next) next = (void (*)(void *))dlsym(RTLD_NEXT, "free"); n--; next(p); }
int visit(void) { char *p = malloc(100); memset(p, 1, 100); CHECK(n > 0); free(p); return 0; }
C
try looks-up-its-own <<'C'
int helper(void) { return 7; }
int visit(void) { int (*f)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "helper"); CHECK(f); return f() - 7; }
C
try inline-futex 200 <<'C'
static atomic_int word;
int visit(void)
{
	int zero = 0;
	if (!atomic_compare_exchange_strong(&word, &zero, 1))
		while (atomic_exchange(&word, 2))
			raw(SYS_futex, (long)&word, FUTEX_WAIT_PRIVATE, 2);
	sched_yield();
	if (atomic_exchange(&word, 0) == 2)
		raw(SYS_futex, (long)&word, FUTEX_WAKE_PRIVATE, 1);
	return 0;
}
C
try inline-futex-lost 200 <<'C'
static atomic_int word;
int visit(void)
{
	int zero = 0;
	if (!atomic_compare_exchange_strong(&word, &zero, 1))
		while (atomic_exchange(&word, 2))
			raw(SYS_futex, (long)&word, FUTEX_WAIT_PRIVATE, 2);
	sched_yield();
	atomic_exchange(&word, 0);
	return 0;
}
C
try inline-yield 200 <<'C'
static atomic_flag flag;
int visit(void) { while (atomic_flag_test_and_set(&flag)) raw(SYS_sched_yield, 0, 0, 0); sched_yield(); atomic_flag_clear(&flag); return 0; }
C
try inline-sleep-write <<'C'
int visit(void) { struct timespec t = {0, 1000}; raw(SYS_nanosleep, (long)&t, 0, 0); return raw(SYS_write, 2, (long)"", 0); }
C
try inline-clone <<'C'
int visit(void) { return raw(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, 0, 0) < 0; }
C
try inline-fork <<'C'
int visit(void) { return raw(SYS_fork, 0, 0, 0) < 0; }
C
try fork-wait 5 <<'C'
int visit(void) { int s = 0; pid_t p = fork(); if (p == 0) _exit(0); waitpid(p, &s, 0); return s; }
C
try spawn 5 <<'C'
int visit(void) { pid_t p; char *argv[] = {"true", 0}; return posix_spawn(&p, "/bin/true", 0, 0, argv, argv + 1); }
C
try system 5 <<'C'
int visit(void) { return system("true"); }
C
try popen 5 <<'C'
int visit(void) { return pclose(popen("true", "r")); }
C
try never-called <<'C'
int visit(void) { static volatile int never; ucontext_t c; if (never) return getcontext(&c) + wait(NULL) + system("") + pthread_mutex_consistent(&mutex); return 0; }
C
try called-in-a-pointer <<'C'
static long (*volatile get)(void) = gethostid;
int visit(void) { get(); return 0; }
C
try cancel 5 <<'C'
static void unlock(void *m) { pthread_mutex_unlock(m); }
static void *waits(void *m) { pthread_mutex_lock(m); pthread_cleanup_push(unlock, m); for (;;) pthread_cond_wait(&cond, m); pthread_cleanup_pop(1); return 0; }
int visit(void) { pthread_t t; void *v; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; CHECK(!pthread_create(&t, 0, waits, &m)); pthread_cancel(t); pthread_join(t, &v); CHECK(v == PTHREAD_CANCELED); return pthread_mutex_trylock(&m); }
C
try robust <<'C'
struct lock { pthread_mutex_t mutex; pthread_cond_t cond; int waiting, result; };
static void begin(struct lock *l)
{
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&l->mutex, &a);
	pthread_cond_init(&l->cond, NULL);
	l->waiting = 0;
}
static void *dies(void *l) { return (void *)(intptr_t)pthread_mutex_lock(&((struct lock *)l)->mutex); }
static void *waits(void *a)
{
	struct lock *l = a;
	pthread_mutex_lock(&l->mutex);
	l->waiting = 1;
	while (!(l->result = pthread_cond_wait(&l->cond, &l->mutex))) ;
	return NULL;
}
static int end(struct lock *l, void *(*how)(void *)) { pthread_t t; void *r; pthread_create(&t, NULL, how, l); pthread_join(t, &r); return (intptr_t)r; }
int visit(void)
{
	struct lock l;
	pthread_t t;
	begin(&l);
	CHECK(end(&l, dies) == 0 && pthread_mutex_lock(&l.mutex) == EOWNERDEAD);
	CHECK(pthread_mutex_consistent(&l.mutex) == 0 && pthread_mutex_consistent(&l.mutex) == EINVAL);
	CHECK(pthread_mutex_unlock(&l.mutex) == 0 && pthread_mutex_unlock(&l.mutex) == EPERM && pthread_mutex_lock(&l.mutex) == 0);
	/* who waits for it while its owner ends */
	pthread_create(&t, NULL, dies, &l);
	CHECK(pthread_mutex_unlock(&l.mutex) == 0);
	int first = pthread_mutex_lock(&l.mutex);
	CHECK(first == 0 || first == EOWNERDEAD);
	CHECK(first == 0 || pthread_mutex_consistent(&l.mutex) == 0);
	CHECK(pthread_mutex_unlock(&l.mutex) == 0 && pthread_join(t, NULL) == 0);
	CHECK(pthread_mutex_trylock(&l.mutex) == (first ? 0 : EOWNERDEAD));
	CHECK(first || pthread_mutex_unlock(&l.mutex) == 0);
	CHECK(first || pthread_mutex_lock(&l.mutex) == ENOTRECOVERABLE);
	/* and on a condition with it */
	begin(&l);
	pthread_create(&t, NULL, waits, &l);
	for (int waiting = 0; !waiting;) {
		pthread_mutex_lock(&l.mutex);
		waiting = l.waiting;
		pthread_mutex_unlock(&l.mutex);
		sched_yield();
	}
	CHECK(end(&l, dies) == 0 && pthread_cond_signal(&l.cond) == 0 && pthread_join(t, NULL) == 0);
	CHECK(l.result == EOWNERDEAD && pthread_mutex_lock(&l.mutex) == EOWNERDEAD && pthread_mutex_unlock(&l.mutex) == 0);
	CHECK(pthread_mutex_lock(&l.mutex) == ENOTRECOVERABLE && pthread_mutex_trylock(&l.mutex) == ENOTRECOVERABLE);
	return 0;
}
C
try shared-between-processes <<'C'
int visit(void) { pthread_mutex_t *m = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED); pthread_mutex_init(m, &a); pthread_mutex_lock(m); pthread_mutex_unlock(m); return munmap(m, 4096); }
C
try priority-ceiling 5 <<'C'
int visit(void) { pthread_mutex_t m; pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT); pthread_mutexattr_setprioceiling(&a, 10); CHECK(!pthread_mutex_init(&m, &a)); return pthread_mutex_destroy(&m); }
C
try jump-inside <<'C'
static void deep(jmp_buf to, int n) { if (n == 0) longjmp(to, 7); pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); deep(to, n - 1); }
int visit(void) { jmp_buf to; int got = setjmp(to); if (!got) deep(to, 5); return got - 7; }
C
try jump-out-of-handler <<'C'
static sigjmp_buf to;
static void handler(int s) { siglongjmp(to, s); }
int visit(void) { int got; pthread_mutex_lock(&mutex); signal(SIGUSR1, handler); if (!(got = sigsetjmp(to, 1))) raise(SIGUSR1); pthread_mutex_unlock(&mutex); return got != SIGUSR1; }
C
try jump-to-another 5 <<'C'
static jmp_buf to; static int n;
static void *waits(void *a) { setjmp(to); pthread_mutex_lock(&mutex); n = 1; pthread_cond_broadcast(&cond); while (n) pthread_cond_wait(&cond, &mutex); pthread_mutex_unlock(&mutex); return a; }
int visit(void) { pthread_t t; pthread_create(&t, 0, waits, 0); pthread_mutex_lock(&mutex); while (!n) pthread_cond_wait(&cond, &mutex); longjmp(to, 1); }
C
try coroutines <<'C'
struct co { ucontext_t me, back; int n; char stack[65536]; };
static void body(unsigned low, unsigned high) { struct co *c = (void *)((uintptr_t)high << 32 | low); for (;;) { pthread_mutex_lock(&mutex); c->n++; pthread_mutex_unlock(&mutex); swapcontext(&c->me, &c->back); } }
int visit(void) { struct co *c = calloc(1, sizeof *c); getcontext(&c->me); c->me.uc_stack.ss_sp = c->stack; c->me.uc_stack.ss_size = sizeof c->stack; makecontext(&c->me, (void (*)(void))body, 2, (unsigned)(uintptr_t)c, (unsigned)((uintptr_t)c >> 32)); for (int i = 0; i < 3; i++) swapcontext(&c->back, &c->me); int n = c->n; free(c); return n - 3; }
C
try deep <<'C'
static __attribute__((noinline)) long deep(long n) { volatile char pad[1000]; pad[0] = 1; if (n == 0) sched_yield(); return n ? deep(n - 1) + pad[0] : 0; }
int visit(void) { return deep(5000) - 5000; }
C
try code-on-the-stack <<'C'
__attribute__((noipa)) static int sum(int (*f)(int)) { return f(1) + f(2); }
int visit(void) { volatile int n = 3; int add(int i) { return n + i; } return sum(add) - 9; }
C
try endless 5 <<'C'
static __attribute__((noinline)) long deep(long n) { volatile char pad[1000]; pad[0] = 1; return deep(n + 1) + pad[0]; }
int visit(void) { return deep(0); }
C
try loading-makes-a-thread 5 <<'C'
static int n;
static void *works(void *a) { for (;;) { pthread_mutex_lock(&mutex); while (!n) pthread_cond_wait(&cond, &mutex); n = 0; pthread_cond_broadcast(&cond); pthread_mutex_unlock(&mutex); } return a; }
static __attribute__((constructor)) void begin(void) { pthread_t t; pthread_create(&t, 0, works, 0); }
int visit(void) { pthread_mutex_lock(&mutex); n = 1; pthread_cond_broadcast(&cond); while (n) pthread_cond_wait(&cond, &mutex); pthread_mutex_unlock(&mutex); return 0; }
C
look loading-makes-a-thread.so 5 '--engine controlled'
try loading-sets-an-alarm 5 <<'C'
static void rings(int s) { (void)s; }
static __attribute__((constructor)) void begin(void) { signal(SIGALRM, rings); alarm(1000); }
int visit(void) { pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); return 0; }
C
look loading-sets-an-alarm.so 5 '--engine controlled'
try loading-makes-a-timer 5 <<'C'
static timer_t timer;
static __attribute__((constructor)) void begin(void) { struct sigevent e = {.sigev_notify = SIGEV_NONE}; CHECK(!timer_create(CLOCK_MONOTONIC, &e, &timer)); }
int visit(void) { struct itimerspec s = {.it_value.tv_sec = 1}; pthread_mutex_lock(&mutex); CHECK(!timer_settime(timer, 0, &s, 0)); pthread_mutex_unlock(&mutex); return 0; }
C
try loading-opens-a-semaphore <<'C'
#include <fcntl.h>
static sem_t *lock;
static __attribute__((constructor)) void begin(void) { lock = sem_open("/lock", O_CREAT | O_EXCL, 0600, 1); }
int visit(void) { static int inside; CHECK(!sem_wait(lock)); CHECK(!inside++); sched_yield(); inside--; return sem_post(lock); }
C
try loading-maps-memory <<'C'
static int *visits, *guarded;
static __attribute__((constructor)) void begin(void)
{
	visits = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	guarded = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	mprotect(guarded + 1024, 4096, PROT_NONE);
}
int visit(void) { CHECK(__atomic_add_fetch(visits, 1, __ATOMIC_SEQ_CST) < 20); CHECK(__atomic_add_fetch(guarded, 1, __ATOMIC_SEQ_CST) < 20); return 0; }
C
try loading-copies-strings <<'C'
static char *count, *printed;
static __attribute__((constructor)) void begin(void) { count = strdup("a"); asprintf(&printed, "%c", 'a'); }
int visit(void) { CHECK(++*count < 'a' + 20 && ++*printed < 'a' + 20); return 0; }
C
try frees-a-string-twice <<'C'
int visit(void) { char *s = strndup("hello", 4); int n = strcmp(s, "hell"); free(s); free(s); return n; }
C
try leaves-shared-memory 200 <<'C'
#include <fcntl.h>
int visit(void)
{
	int fd = shm_open("/visits", O_RDWR | O_CREAT, 0600);
	CHECK(!ftruncate(fd, 4));
	int n = __atomic_add_fetch((int *)mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), 1, __ATOMIC_SEQ_CST);
	return n < 20 ? 0 : n;
}
C
try maps-much 200 <<'C'
static int *visits;
int visit(void)
{
	pthread_mutex_lock(&mutex);
	if (!visits)
		visits = mmap(NULL, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	int n = ++visits[1 << 20];
	char *moved = mremap(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, 1 << 24, MREMAP_MAYMOVE);
	moved[1 << 23] = 1;
	munmap(moved + 4096, 1 << 22);
	pthread_mutex_unlock(&mutex);
	return n < 20 ? 0 : n;
}
C
cat >lock.c <<'C'
static _Atomic int taken;
void lock(void) { while (__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE)) ; }
void unlock(void) { __atomic_store_n(&taken, 0, __ATOMIC_RELEASE); }
C
gcc -w -O1 -shared -fPIC -o liblock.so lock.c
for lost in 0 1; do
	gcc -w -g -O1 -shared -fPIC -DLOST=$lost -o spins-elsewhere.so -x c - -x none -L. -llock -Wl,-rpath,'$ORIGIN' <<'C'
#include <unistd.h>
void lock(void), unlock(void);
static int inside, visits;
int visit(void)
{
	lock();
	int others = inside++;
	usleep(10);
	inside--;
	if (!LOST || ++visits < 3)
		unlock();
	return others;
}
C
	look spins-elsewhere.so 40
done
try indirect <<'C'
static int it(void) { pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); return 0; }
static __attribute__((no_sanitize("thread"))) int (*choose(void))(void) { return it; }
int visit(void) __attribute__((ifunc("choose")));
C
try at-the-end <<'C'
static pthread_key_t key; static pthread_once_t once = PTHREAD_ONCE_INIT; static atomic_int gone;
static void nothing(void) { } static void destroy(void *p) { free(p); gone++; } static void init(void) { pthread_key_create(&key, destroy); pthread_atfork(nothing, nothing, nothing); atexit(nothing); }
static void *run(void *a) { pthread_setspecific(key, malloc(8)); return a; }
int visit(void) { pthread_t t; pthread_once(&once, init); pthread_create(&t, 0, run, 0); pthread_join(t, 0); return gone == 0; }
C
try asks-the-system <<'C'
static time_t last;
int visit(void) { cpu_set_t s; struct sched_param p = {0}; CHECK(!sched_getaffinity(0, sizeof s, &s)); CHECK(!pthread_setaffinity_np(pthread_self(), sizeof s, &s)); CHECK(!sched_setscheduler(0, SCHED_OTHER, &p)); pthread_mutex_lock(&mutex); time_t t = time(0); CHECK(t >= last); last = t; srand((unsigned)t); if (rand() % 2) sched_yield(); pthread_mutex_unlock(&mutex); return 0; }
C
try thousand-threads 2 <<'C'
static void *run(void *n) { pthread_mutex_lock(&mutex); ++*(int *)n; pthread_mutex_unlock(&mutex); return 0; }
int visit(void) { int n = 0; pthread_t *t = malloc(1000 * sizeof *t); for (int i = 0; i < 1000; i++) CHECK(!pthread_create(&t[i], 0, run, &n)); for (int i = 0; i < 1000; i++) pthread_join(t[i], 0); free(t); return n - 1000; }
C
try too-many-threads 1 <<'C'
static void *run(void *a) { pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); return a; }
int visit(void) { static pthread_t t[5000]; pthread_mutex_lock(&mutex); for (int i = 0; i < 5000; i++) CHECK(!pthread_create(&t[i], 0, run, 0)); return 0; }
C
look too-many-threads.so 1 '--engine free'
plus exceptions 40 <<'C'
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
struct local { int n = 1; ~local() { gone++; } static std::atomic<int> gone; };
std::atomic<int> local::gone;
static thread_local local mine;
static std::mutex m;
static std::condition_variable cv;
static int &counter() { static int *p = new int(3); return *p; }
extern "C" int visit()
{
	bool ready = false;
	try { std::lock_guard<std::mutex> l(m); throw std::runtime_error("inside"); } catch (const std::exception &e) { if (e.what() != std::string("inside")) return 1; }
	std::thread t([&] { std::lock_guard<std::mutex> l(m); ready = mine.n == 1; cv.notify_all(); });
	{ std::unique_lock<std::mutex> l(m); cv.wait(l, [&] { return ready; }); }
	t.join();
	if (local::gone == 0)
		return 2;
	auto f = std::async(std::launch::async, []() -> int { throw 5; });
	try { return f.get() + 3; } catch (int n) { if (n != 5) return 4; }
	return counter() - 3;
}
C
plus exception-that-leaves 5 <<'C'
#include <mutex>
#include <stdexcept>
static std::mutex m;
extern "C" int visit() { std::lock_guard<std::mutex> l(m); throw std::runtime_error("out"); }
C
plus own-new 40 <<'C'
#include <atomic>
#include <cstdlib>
#include <vector>
static std::atomic<int> n;
void *operator new(size_t size) { n++; return std::malloc(size); }
void operator delete(void *p) noexcept { n--; std::free(p); }
void operator delete(void *p, size_t) noexcept { n--; std::free(p); }
extern "C" int visit() { std::vector<int> v(10); return n == 0; }
C
cat >program.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *run(void *a) { pthread_mutex_lock(&mutex); n++; pthread_mutex_unlock(&mutex); return a; }
int main(void)
{
	static pthread_t t[1000];
	for (int i = 0; i < 1000; i++)
		assert(pthread_create(&t[i], 0, run, 0) == 0);
	for (int i = 0; i < 1000; i++)
		pthread_join(t[i], 0);
	return n != 1000;
}
C
srtest run --no-save --seed 1 --tests 3 $SRC/specs/program/program.yaml program.c | head -1
# what a call fills in its own frame is no place where others could come in between
try fills-its-frame <<'C'
struct big { long at[200]; };
static __attribute__((noinline)) int sum(const struct big *b) { int n = 0; for (int i = 0; i < 200; i += 50) n += b->at[i]; return n; }
int visit(void) { struct big b = {{0}}, c; c = b; return sum(&c) + sum(&b); }
C
look fills-its-frame.c 40 '--variant hooked'
grep 'places* where calls' told || echo "no places"
# whether an address can be read is found out by reading it
try probes <<'C'
static sigjmp_buf back;
static void struck(int number) { (void)number; siglongjmp(back, 1); }
static int readable(const char *p) { if (sigsetjmp(back, 1)) return 0; return *(const volatile char *)p || 1; }
int visit(void)
{
	int readable_before;
	struct sigaction action = {.sa_handler = struck};
	sigaction(SIGSEGV, &action, NULL);
	pthread_mutex_lock(&mutex);
	readable_before = readable("") + 2 * readable(NULL);
	pthread_mutex_unlock(&mutex);
	return readable_before != 1;
}
C
