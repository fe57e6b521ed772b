# long: what lies in memory that is mapped more than once is the same wherever it is looked at
cat >slot.yaml <<'Y'
resource: slot
state: { full: bool = false }
operations:
  put: { cpre: not full, post: full := true }
  get: { cpre: full, post: full := false }
clients:
  producer: { count: 2, calls: [ { call: put } ] }
  consumer: { count: 2, calls: [ { call: get } ] }
implementation:
  prototypes: "typedef struct slot slot; slot *slot_new(void); void slot_put(slot *); void slot_get(slot *);"
  create: self = slot_new()
  put: slot_put(self)
  get: slot_get(self)
Y
cat >slot.c <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, RW = PROT_READ | PROT_WRITE };
struct memory {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	sem_t empty, filled;
	pthread_rwlock_t lock;
	pthread_barrier_t barrier;
	pthread_spinlock_t spin;
	atomic_int word;
	int full;
};
typedef struct slot { struct memory *a, *b; } slot;

static void *map(int fd, off_t at) { return mmap(NULL, PAGE, RW, MAP_SHARED, fd, at); }

/* Second views, made in different ways. */
static void part(slot *s) { int fd = memfd_create("s", 0); ftruncate(fd, 3 * PAGE); s->a = map(fd, 2 * PAGE); s->b = (void *)((char *)mmap(NULL, 3 * PAGE, RW, MAP_SHARED, fd, 0) + 2 * PAGE); close(fd); }
static void named(slot *s) { int fd = shm_open("/s", O_CREAT | O_RDWR, 0600); ftruncate(fd, PAGE); s->a = map(fd, 0); s->b = map(shm_open("/s", O_RDWR, 0), 0); }
static void file(slot *s) { int fd = open("file", O_CREAT | O_EXCL | O_RDWR, 0600); ftruncate(fd, PAGE); s->a = map(fd, 0); s->b = map(open("file", O_RDWR), 0); }
static void twice(slot *s) { s->a = mmap(NULL, PAGE, RW, MAP_SHARED | MAP_ANONYMOUS, -1, 0); s->b = mremap(s->a, 0, PAGE, MREMAP_MAYMOVE); }
static void attached(slot *s) { int id = shmget(IPC_PRIVATE, PAGE, IPC_CREAT | 0600); s->a = shmat(id, NULL, 0); s->b = shmat(id, NULL, 0); shmctl(id, IPC_RMID, NULL); }
static void moved(slot *s) { int fd = memfd_create("s", 0); ftruncate(fd, 2 * PAGE); s->a = map(fd, 0); map(fd, PAGE); s->b = mremap(map(fd, 0), PAGE, 2 * PAGE, MREMAP_MAYMOVE); }

#ifndef SHARED
#define SHARED PTHREAD_PROCESS_SHARED
#endif

slot *
slot_new(void)
{
	pthread_mutexattr_t ma;
	pthread_condattr_t ca;
	pthread_rwlockattr_t la;
	slot *s = malloc(sizeof *s);
	VIEWS(s);
	pthread_mutexattr_init(&ma), pthread_mutexattr_setpshared(&ma, SHARED), pthread_mutex_init(&s->a->mutex, &ma);
	pthread_condattr_init(&ca), pthread_condattr_setpshared(&ca, SHARED), pthread_cond_init(&s->a->changed, &ca);
	pthread_rwlockattr_init(&la), pthread_rwlockattr_setpshared(&la, SHARED), pthread_rwlock_init(&s->a->lock, &la);
	sem_init(&s->a->empty, SHARED, 1), sem_init(&s->a->filled, SHARED, 0);
	pthread_spin_init(&s->a->spin, SHARED);
	return s;
}

/* Ways to get from one state to the other, seen through either. */
static void
condition(slot *s, int from, int to)
{
	struct memory *a = from ? s->b : s->a, *b = from ? s->a : s->b;
	pthread_mutex_lock(&a->mutex);
	while (b->full != from)
		pthread_cond_wait(&b->changed, &b->mutex);
	a->full = to;
	pthread_cond_broadcast(&a->changed);
	pthread_mutex_unlock(&b->mutex);
}

static void
semaphores(slot *s, int from, int to)
{
	sem_wait(from ? &s->a->filled : &s->a->empty);
	s->b->full = to;
	sem_post(from ? &s->b->empty : &s->b->filled);
}

static void
kernel(slot *s, int from, int to)
{
	for (int is = from; !atomic_compare_exchange_strong(&s->a->word, &is, to); is = from)
		syscall(SYS_futex, &s->a->word, FUTEX_WAIT, is, NULL, NULL, 0);
	syscall(SYS_futex, &s->b->word, FUTEX_WAKE, 9, NULL, NULL, 0);
}

static void
writers(slot *s, int from, int to)
{
	for (int done = 0; !done; sched_yield()) {
		pthread_rwlock_wrlock(&s->a->lock);
		if ((done = s->b->full == from))
			s->a->full = to;
		pthread_rwlock_unlock(&s->b->lock);
	}
}

static void
spinning(slot *s, int from, int to)
{
	for (int done = 0; !done;) {
		while (atomic_load(&s->a->word) != from)
			;
		pthread_spin_lock(&s->a->spin);
		if ((done = atomic_load(&s->b->word) == from))
			atomic_store(&s->b->word, to);
		pthread_spin_unlock(&s->b->spin);
	}
}

/* A mistake that is none of the mapping's: what was seen is not looked at again. */
static void
late(slot *s, int from, int to)
{
	condition(s, from, from);
	condition(s, s->a->full, to);
}

void slot_put(slot *s) { WAY(s, 0, 1); }
void slot_get(slot *s) { WAY(s, 1, 0); }
C
try() {
	srtest run --no-save --seed 1 --tests 40 --shrink-time 1 --cflags "-w -DVIEWS=$1 -DWAY=$2 ${3:-}" slot.yaml slot.c >told 2>&1 || true
	echo "$*: $(grep -oE '^[*][*][*].*|passed [0-9]* tests|UNDECIDED.*|races:.*' told)"
}
for way in condition semaphores kernel writers spinning; do try part $way; done
try named semaphores
try file condition
try twice kernel
try attached condition
try moved spinning
try part late
# a primitive of one process only is none in another mapping
try part semaphores -DSHARED=0
try twice condition -DSHARED=0
