/* A ring of six characters whose ends are turned one step too late: the seventh character goes where the index itself lies. */
/* class: value or progress or crash */
#include "../asymmetric-buffer.h"

#include <pthread.h>

enum { SIZE = 6 };

struct buffer {
	char ring[SIZE];
	signed char in, out, left, length;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static buffer only;

buffer *
buffer_new(int length)
{
	only = (buffer){.length = (signed char)length};
	return &only;
}

void
buffer_free(buffer *b)
{
	(void)b;
}

static void
step(signed char *end)
{
	if (++*end > SIZE)
		*end = 0;
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&mutex);
	while (b->left > 0)
		pthread_cond_wait(&changed, &mutex);
	for (; *line; line++) {
		b->ring[(int)b->in] = *line;
		step(&b->in);
		b->left++;
	}
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&mutex);
	while (b->left == 0)
		pthread_cond_wait(&changed, &mutex);
	char c = b->ring[(int)b->out];
	step(&b->out);
	b->left--;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
	return c;
}
