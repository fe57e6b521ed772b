/* A position is changed as a whole, but looked at without the lock: it is copied word by word, and a hook stands in front of the copy only. */
/* class: crash */
/* variant: plain or guarded */
#include <assert.h>
#include <pthread.h>

struct position {
	long x, y, z;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct position now;

static void *
move(void *arg)
{
	pthread_mutex_lock(&lock);
	now = *(struct position *)arg;
	pthread_mutex_unlock(&lock);
	return arg;
}

static __attribute__((noinline)) int
is_on_the_way(const struct position *p)
{
	return p->x == p->y && p->y == p->z;
}

static void *
look(void *arg)
{
	struct position seen = now;
	assert(is_on_the_way(&seen));
	return arg;
}

int
main(void)
{
	pthread_t threads[2];
	struct position next = {1, 1, 1};
	pthread_create(&threads[0], NULL, move, &next);
	pthread_create(&threads[1], NULL, look, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
