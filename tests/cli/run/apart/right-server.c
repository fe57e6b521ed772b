/* a thread of its own does it for all */
#include "count.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int asked, answered, answer, serves, stops;

static void *
serve(void *c)
{
	pthread_mutex_lock(&lock);
	while (!stops) {
		if (asked && !answered) {
			answer = ((count *)c)->n++;
			answered = 1;
			pthread_cond_broadcast(&changed);
		}
		pthread_cond_wait(&changed, &lock);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

int
count_take(count *c)
{
	pthread_mutex_lock(&lock);
	if (!serves++) {
		pthread_t t;
		pthread_create(&t, NULL, serve, c);
		pthread_detach(t);
	}
	while (asked)
		pthread_cond_wait(&changed, &lock);
	asked = 1;
	pthread_cond_broadcast(&changed);
	while (!answered)
		pthread_cond_wait(&changed, &lock);
	int n = answer;
	asked = answered = 0;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return n;
}
