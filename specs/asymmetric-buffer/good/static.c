/* Everything is static. A ring of characters, with counters that only grow, and a lock that is tried rather than waited for. */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

enum { SIZE = 256 };

struct buffer {
	unsigned length, in, out;
	char ring[SIZE];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static buffer the_only_one;

buffer *
buffer_new(int length)
{
	the_only_one = (buffer){.length = (unsigned)length};
	return &the_only_one;
}

void
buffer_free(buffer *b)
{
	(void)b;
}

static bool
enter_if(const buffer *b, bool empty)
{
	if (pthread_mutex_trylock(&lock) != 0)
		return false;
	if ((b->in == b->out) == empty)
		return true;
	pthread_mutex_unlock(&lock);
	return false;
}

void
buffer_send(buffer *b, const char *line)
{
	while (!enter_if(b, true))
		usleep(50);
	for (unsigned i = 0; i < b->length; i++)
		b->ring[b->in++ % SIZE] = line[i];
	pthread_mutex_unlock(&lock);
}

char
buffer_receive(buffer *b)
{
	while (!enter_if(b, false))
		usleep(50);
	char c = b->ring[b->out++ % SIZE];
	pthread_mutex_unlock(&lock);
	return c;
}
