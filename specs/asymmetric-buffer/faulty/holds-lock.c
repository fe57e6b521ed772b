/* Waits for a change while it holds the lock without which nothing can change. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_spinlock_t lock;
	volatile int left;
	int length;
	char contents[];
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b + (size_t)length);
	pthread_spin_init(&b->lock, PTHREAD_PROCESS_PRIVATE);
	b->left = 0;
	b->length = length;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_spin_destroy(&b->lock);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_spin_lock(&b->lock);
	while (b->left > 0)
		sched_yield();
	memcpy(b->contents, line, (size_t)b->length);
	b->left = b->length;
	pthread_spin_unlock(&b->lock);
}

char
buffer_receive(buffer *b)
{
	pthread_spin_lock(&b->lock);
	while (b->left == 0)
		sched_yield();
	char c = b->contents[b->length - b->left];
	b->left--;
	pthread_spin_unlock(&b->lock);
	return c;
}
