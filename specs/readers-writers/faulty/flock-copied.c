/* A lock file that is opened once, and whose descriptor everybody copies: the lock is that of all, and keeps nobody out. */
/* class: safety */
#define _GNU_SOURCE
#include "../readers-writers.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

enum { MOST = 16 };

struct rw {
	pthread_mutex_t mutex;
	char path[32];
	int file;
	int readers[MOST], n, writer; /* descriptors with locks */
};

rw *
rw_new(void)
{
	rw *r = malloc(sizeof *r);
	*r = (rw){.mutex = PTHREAD_MUTEX_INITIALIZER, .path = "/tmp/readers-writers-XXXXXX"};
	int fd = mkstemp(r->path);
	if (fd < 0)
		abort();
	r->file = fd;
	return r;
}

void
rw_free(rw *r)
{
	close(r->file);
	unlink(r->path);
	free(r);
}

static int
open_locked(rw *r, int kind)
{
	int fd = dup(r->file);
	if (fd < 0 || flock(fd, kind) < 0)
		abort();
	return fd;
}

void
rw_before_read(rw *r)
{
	int fd = open_locked(r, LOCK_SH);
	pthread_mutex_lock(&r->mutex);
	r->readers[r->n++] = fd;
	pthread_mutex_unlock(&r->mutex);
}

void
rw_after_read(rw *r)
{
	pthread_mutex_lock(&r->mutex);
	int fd = r->readers[--r->n];
	pthread_mutex_unlock(&r->mutex);
	close(fd);
}

void
rw_before_write(rw *r)
{
	int fd = open_locked(r, LOCK_EX);
	pthread_mutex_lock(&r->mutex);
	r->writer = fd;
	pthread_mutex_unlock(&r->mutex);
}

void
rw_after_write(rw *r)
{
	pthread_mutex_lock(&r->mutex);
	int fd = r->writer;
	pthread_mutex_unlock(&r->mutex);
	flock(fd, LOCK_UN);
	close(fd);
}
