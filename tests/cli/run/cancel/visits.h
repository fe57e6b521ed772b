/* A call that makes a thread, has it cancelled where it waits, and finds out what came of it: 0, or the line where it was not as it should be. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define CHECK(x) do { if (!(x)) return __LINE__; } while (0)

struct at {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	sem_t sem, begun, go;
	int pipe[2];
	pthread_t other;
	char order[8];
	bool passed;
};

static void
note(struct at *at, char c)
{
	at->order[strlen(at->order)] = c;
}

static struct at *
at_new(void)
{
	struct at *at = calloc(1, sizeof *at);
	pthread_mutex_init(&at->mutex, NULL);
	pthread_cond_init(&at->cond, NULL);
	sem_init(&at->sem, 0, 0);
	sem_init(&at->begun, 0, 0);
	sem_init(&at->go, 0, 0);
	if (pipe(at->pipe) < 0)
		abort();
	return at;
}

static void
at_free(struct at *at)
{
	close(at->pipe[0]);
	close(at->pipe[1]);
	free(at);
}

static bool
cancelled(pthread_t t)
{
	void *value;
	return pthread_cancel(t) == 0 && pthread_join(t, &value) == 0 && value == PTHREAD_CANCELED;
}
