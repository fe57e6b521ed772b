/* When a thread ends that is cancelled, and what it does then. */
#include "visits.h"

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local struct at *mine;

static void note_a(void *a) { note(a, 'a'); }
static void note_b(void *a) { note(a, 'b'); }
static void note_c(void *a) { note(a, 'c'); }
static void note_value(void *a) { note(a, 'v'); }
static void make_key(void) { pthread_key_create(&key, note_value); }

static void
inner(struct at *at)
{
	pthread_cleanup_push(note_c, at);
	sem_wait(&at->sem);
	pthread_cleanup_pop(0);
}

static void *
cleans_up(void *a)
{
	struct at *at = a;
	pthread_setspecific(key, at);
	pthread_cleanup_push(note_a, at);
	pthread_cleanup_push(note_b, at);
	pthread_cleanup_push(note_c, at);
	pthread_cleanup_pop(0);
	inner(at);
	pthread_cleanup_pop(1);
	pthread_cleanup_pop(1);
	return NULL;
}

/* A mutex is waited for all the same; so is everything while cancelling is disabled. */
static void *
minds(void *a)
{
	struct at *at = a;
	int old, state;
	if (pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) != 0 || old != PTHREAD_CANCEL_ENABLE)
		return NULL;
	sem_post(&at->begun);
	sem_wait(&at->go);
	pthread_testcancel();
	usleep(10);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
	pthread_mutex_lock(&at->mutex);
	pthread_mutex_unlock(&at->mutex);
	at->passed = state == PTHREAD_CANCEL_DISABLE;
	pthread_testcancel();
	note(at, 'x');
	return NULL;
}

/* Who is cancelled has the mutex again, and keeps it if it does not clean up. */
static void *
keeps(void *a)
{
	struct at *at = a;
	pthread_mutex_lock(&at->mutex);
	sem_post(&at->begun);
	for (;;)
		pthread_cond_wait(&at->cond, &at->mutex);
}

/* Who was woken has not been cancelled there. */
static void *
takes(void *a)
{
	struct at *at = a;
	mine = at;
	sem_post(&at->begun);
	sem_wait(&at->sem);
	mine->passed = true;
	for (;;)
		pause();
}

static void *ends(void *a) { return a; }
static void *cancels_itself(void *a) { struct at *at = a; pthread_cancel(pthread_self()); at->passed = true; pthread_testcancel(); return NULL; }

int
visit(void)
{
	struct at *at = at_new();
	pthread_t t;
	void *value;
	int value_left;
	pthread_once(&once, make_key);

	CHECK(pthread_create(&t, NULL, cleans_up, at) == 0);
	usleep(100);
	CHECK(cancelled(t));
	CHECK(strcmp(at->order, "cbav") == 0);
	memset(at->order, 0, sizeof at->order);

	CHECK(pthread_create(&t, NULL, minds, at) == 0);
	sem_wait(&at->begun);
	CHECK(pthread_cancel(t) == 0);
	sem_post(&at->go);
	CHECK(pthread_join(t, &value) == 0 && value == PTHREAD_CANCELED && at->passed && !*at->order);

	CHECK(pthread_create(&t, NULL, keeps, at) == 0);
	sem_wait(&at->begun);
	pthread_mutex_lock(&at->mutex);
	CHECK(pthread_cancel(t) == 0);
	pthread_mutex_unlock(&at->mutex);
	CHECK(pthread_join(t, &value) == 0 && value == PTHREAD_CANCELED);
	CHECK(pthread_mutex_trylock(&at->mutex) == EBUSY);

	at->passed = false;
	CHECK(pthread_create(&t, NULL, takes, at) == 0);
	sem_wait(&at->begun);
	CHECK(sem_post(&at->sem) == 0);
	CHECK(cancelled(t));
	CHECK(sem_getvalue(&at->sem, &value_left) == 0 && at->passed == (value_left == 0));
	if (value_left)
		sem_wait(&at->sem);

	CHECK(pthread_create(&t, NULL, ends, at) == 0);
	usleep(100);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &value) == 0 && value == at);
	at->passed = false;
	CHECK(pthread_create(&t, NULL, cancels_itself, at) == 0);
	CHECK(pthread_join(t, &value) == 0 && value == PTHREAD_CANCELED && at->passed);
	CHECK(pthread_setcancelstate(7, NULL) == EINVAL);
	at_free(at);
	return 0;
}
