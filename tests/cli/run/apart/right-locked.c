/* one lock around everything */
#include "count.h"

int
count_take(count *c)
{
	pthread_mutex_lock(&c->lock);
	int n = c->n++;
	pthread_mutex_unlock(&c->lock);
	return n;
}
