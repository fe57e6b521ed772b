/* main waits for a flag in its own frame, or in what is its own alone, and the thread finds it in some way. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <threads.h>
#include <unistd.h>

struct box {
	volatile int ready, data;
};

static void
fill(struct box *b)
{
#if defined FAULTY
	b->ready = 1;
	b->data = 42;
#else
	b->data = 42;
	b->ready = 1;
#endif
}

static void
await(struct box *b)
{
	while (!b->ready)
		;
	assert(b->data == 42);
}

#if defined TSS
/* thread-specific data */
static pthread_key_t key;
static struct box *
mine(void)
{
	return pthread_getspecific(key);
}
static void *
work(void *arg)
{
	pthread_setspecific(key, arg);
	fill(mine());
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0};
	pthread_t t;
	pthread_key_create(&key, NULL);
	pthread_setspecific(key, &b);
	pthread_create(&t, NULL, work, mine());
	await(mine());
	pthread_join(t, NULL);
	return 0;
}
#elif defined STRUCT
struct job {
	int kind;
	char name[40];
	struct inner {
		struct box *box;
	} *inner;
};
static void *
work(void *arg)
{
	struct job *j = arg;
	fill(j->inner->box);
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0};
	struct inner i = {&b};
	struct job j = {1, "x", &i};
	pthread_t t;
	pthread_create(&t, NULL, work, &j);
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined RETURNED
/* a thread returns the address that lies in its maker's frame; another thread gets it by join */
static void *
first(void *arg)
{
	return arg;
}
static pthread_t one;
static void *
work(void *arg)
{
	void *p;
	(void)arg;
	pthread_join(one, &p);
	fill(p);
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0};
	pthread_t t;
	pthread_create(&one, NULL, first, &b);
	pthread_create(&t, NULL, work, NULL);
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined OWN
/* as a number, in an atomic variable */
static atomic_uintptr_t where;
static void *
work(void *arg)
{
	(void)arg;
	uintptr_t p;
	while (!(p = atomic_load(&where)))
		;
	fill((struct box *)p);
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0};
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	atomic_store(&where, (uintptr_t)&b);
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined EXCHANGE
static _Atomic(struct box *) where;
static void *
work(void *arg)
{
	(void)arg;
	struct box *p;
	while (!(p = atomic_exchange(&where, NULL)))
		;
	fill(p);
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0}, *none = NULL;
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	atomic_compare_exchange_strong(&where, &none, &b);
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined SOCKET
static int ends[2];
static void *
work(void *arg)
{
	struct box *b;
	(void)arg;
	assert(recv(ends[0], &b, sizeof b, 0) == sizeof b);
	fill(b);
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0}, *p = &b;
	pthread_t t;
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	pthread_create(&t, NULL, work, NULL);
	assert(send(ends[1], &p, sizeof p, 0) == sizeof p);
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined COPY
/* copied by memcpy to a static array */
static char place[64];
static volatile int given;
static void *
work(void *arg)
{
	struct box *b;
	(void)arg;
	while (!given)
		;
	memcpy(&b, place + 8, sizeof b);
	fill(b);
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0}, *p = &b;
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	memcpy(place + 8, &p, sizeof p);
	given = 1;
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined LOCAL
/* thread-local memory of main, of which the thread is given the address */
static _Thread_local struct box b;
static void *
work(void *arg)
{
	fill(arg);
	return NULL;
}
int
main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, &b);
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined CLEANUP
static void
end(void *arg)
{
	fill(arg);
}
static void *
work(void *arg)
{
	pthread_cleanup_push(end, *(void **)arg);
	pthread_exit(NULL);
	pthread_cleanup_pop(0);
	return NULL;
}
int
main(void)
{
	struct box b = {0, 0};
	void *p = &b;
	pthread_t t;
	pthread_create(&t, NULL, work, &p);
	await(&b);
	pthread_join(t, NULL);
	return 0;
}
#elif defined DESTRUCTOR
static tss_t key;
static void
end(void *arg)
{
	fill(arg);
}
static int
other(void *arg)
{
	tss_set(key, (char *)arg + 64);
	return 0;
}
int
main(void)
{
	struct {
		char space[64];
		struct box b;
	} all;
	thrd_t t;
	all.b = (struct box){0, 0};
	tss_create(&key, end);
	thrd_create(&t, other, &all);
	await(&all.b);
	thrd_join(t, NULL);
	return 0;
}
#endif
