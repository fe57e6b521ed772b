#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <time.h>

static const struct timespec short_time = { .tv_sec = 0, .tv_nsec = 2 * 1000 * 1000 };

struct warehouse {
	int *state;            /* n weights, then n corridors */
	int n, max;
	pthread_mutex_t guard;
};

/* Optimistic: take a copy of the state, change the copy, and put it back if nobody was faster. */

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *w = malloc(sizeof *w);
	w->state = calloc(2 * n, sizeof(int));
	w->n = n;
	w->max = max;
	pthread_mutex_init(&w->guard, NULL);
	return w;
}

void warehouse_free(struct warehouse *w)
{
	pthread_mutex_destroy(&w->guard);
	free(w->state);
	free(w);
}

static void snapshot(struct warehouse *w, int *copy)
{
	pthread_mutex_lock(&w->guard);
	memcpy(copy, w->state, 2 * w->n * sizeof(int));
	pthread_mutex_unlock(&w->guard);
}

static int commit(struct warehouse *w, const int *before, const int *after)
{
	int done = 0;
	size_t size = 2 * w->n * sizeof(int);
	pthread_mutex_lock(&w->guard);
	if (memcmp(w->state, before, size) == 0) {
		memcpy(w->state, after, size);
		done = 1;
	}
	pthread_mutex_unlock(&w->guard);
	return done;
}

void warehouse_enter(struct warehouse *w, int n, int kg)
{
	int before[2 * w->n], after[2 * w->n];
	for (;;) {
		snapshot(w, before);
		memcpy(after, before, sizeof after);
		after[n] += kg;
		after[w->n + n] = 0;
		if (after[n] <= w->max && commit(w, before, after))
			return;
		nanosleep(&short_time, NULL);
	}
}

void warehouse_exit(struct warehouse *w, int n, int kg)
{
	int before[2 * w->n], after[2 * w->n];
	for (;;) {
		snapshot(w, before);
		memcpy(after, before, sizeof after);
		after[n] -= kg;
		if (n < w->n - 1)
			after[w->n + n + 1]++;
		if ((n == w->n - 1 || after[w->n + n + 1] == 1) && commit(w, before, after))
			return;
		nanosleep(&short_time, NULL);
	}
}
