/*
 * A server thread behind a socket: a request is one datagram with the descriptor on which its call awaits the answer,
 * an eventfd.
 */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum kind { READ, READ_DONE, WRITE, WRITE_DONE, QUIT };
enum { MOST = 128 };

struct request {
	enum kind kind;
	int answer;
};

struct rw {
	int socket[2];
	pthread_t server;
};

struct list {
	int answers[MOST], n;
};

static void
answer(int fd)
{
	uint64_t one = 1;
	if (write(fd, &one, sizeof one) != sizeof one)
		abort();
}

static void *
serve(void *arg)
{
	rw *l = arg;
	int readers = 0, writers = 0;
	struct list to_read = {.n = 0}, to_write = {.n = 0};
	for (struct request r; recv(l->socket[1], &r, sizeof r, 0) == sizeof r && r.kind != QUIT;) {
		if (r.kind == READ)
			to_read.answers[to_read.n++] = r.answer;
		else if (r.kind == WRITE)
			to_write.answers[to_write.n++] = r.answer;
		else if (r.kind == READ_DONE)
			readers--;
		else
			writers--;
		if (r.kind == READ_DONE || r.kind == WRITE_DONE)
			answer(r.answer);
		for (; to_write.n && !readers && !writers; writers++)
			answer(to_write.answers[--to_write.n]);
		for (; to_read.n && !to_write.n && !writers; readers++)
			answer(to_read.answers[--to_read.n]);
	}
	return NULL;
}

static void
ask(rw *l, enum kind kind)
{
	struct request r = {.kind = kind, .answer = eventfd(0, 0)};
	uint64_t answered;
	if (send(l->socket[0], &r, sizeof r, 0) != sizeof r || read(r.answer, &answered, sizeof answered) != sizeof answered)
		abort();
	close(r.answer);
}

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, l->socket) != 0)
		abort();
	pthread_create(&l->server, NULL, serve, l);
	return l;
}

void
rw_free(rw *l)
{
	struct request quit = {.kind = QUIT};
	if (send(l->socket[0], &quit, sizeof quit, 0) != sizeof quit)
		abort();
	pthread_join(l->server, NULL);
	close(l->socket[0]);
	close(l->socket[1]);
	free(l);
}

void
rw_before_read(rw *l)
{
	ask(l, READ);
}

void
rw_after_read(rw *l)
{
	ask(l, READ_DONE);
}

void
rw_before_write(rw *l)
{
	ask(l, WRITE);
}

void
rw_after_write(rw *l)
{
	ask(l, WRITE_DONE);
}
