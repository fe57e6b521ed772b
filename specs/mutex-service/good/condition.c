/* A mutex around it all, and a condition on which who cannot have the lock waits. */
#include "../mutex-service.h"

#include <pthread.h>
#include <stdlib.h>

struct service {
	pthread_mutex_t mutex;
	pthread_cond_t free;
	bool held;
	unsigned long last, fence;
};

service *
service_new(void)
{
	service *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->free, NULL);
	return s;
}

void
service_free(service *s)
{
	pthread_cond_destroy(&s->free);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

unsigned long
service_acquire(service *s)
{
	pthread_mutex_lock(&s->mutex);
	while (s->held)
		pthread_cond_wait(&s->free, &s->mutex);
	s->held = true;
	unsigned long token = ++s->last;
	pthread_mutex_unlock(&s->mutex);
	return token;
}

static void
end_lease(service *s)
{
	s->held = false;
	pthread_cond_signal(&s->free);
}

bool
service_release(service *s, unsigned long token)
{
	pthread_mutex_lock(&s->mutex);
	bool good = s->held && token == s->last;
	if (good)
		end_lease(s);
	pthread_mutex_unlock(&s->mutex);
	return good;
}

void
service_expire(service *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->held)
		end_lease(s);
	pthread_mutex_unlock(&s->mutex);
}

bool
service_write(service *s, unsigned long token)
{
	pthread_mutex_lock(&s->mutex);
	bool good = token >= s->fence;
	if (good)
		s->fence = token;
	pthread_mutex_unlock(&s->mutex);
	return good;
}
