/* A thread serves all others through pipes, and keeps what it has on its stack. BEYOND: it has room for two, and does not look. */
#include <pthread.h>
#include <unistd.h>

typedef struct queue {
	int in[2], out[2];
	pthread_t server;
} queue;

#ifdef BEYOND
enum { ROOM = 2 };
#else
enum { ROOM = 1000 };
#endif

static void *
serve(void *arg)
{
	queue *q = arg;
	int kept[ROOM], n = 0, asked = 0, number;
	while (read(q->in[0], &number, sizeof number) == sizeof number && number >= 0) {
		if (number == 0)
			asked++;
		else
			kept[n++] = number;
		for (; asked > 0 && n > 0; asked--)
			if (write(q->out[1], &kept[--n], sizeof *kept) < 0)
				return NULL;
	}
	return NULL;
}

queue *
queue_new(void)
{
	static queue it;
	if (pipe(it.in) < 0 || pipe(it.out) < 0 || pthread_create(&it.server, NULL, serve, &it))
		return NULL;
	return &it;
}

static void
tell(queue *q, int number)
{
	if (write(q->in[1], &number, sizeof number) < 0)
		_exit(1);
}

void
queue_free(queue *q)
{
	tell(q, -1);
	pthread_join(q->server, NULL);
	for (int i = 0; i < 2; i++) {
		close(q->in[i]);
		close(q->out[i]);
	}
}

void
queue_put(queue *q, int n)
{
	tell(q, n);
}

int
queue_get(queue *q)
{
	int n = 0;
	tell(q, 0);
	return read(q->out[0], &n, sizeof n) == sizeof n ? n : 0;
}
