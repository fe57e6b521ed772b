/* A lock of an open file: a writer has it shared first, and then wants it alone; two that do so wait for each other. */
/* class: progress */
#define _GNU_SOURCE
#include "../readers-writers.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 16 };

struct rw {
	pthread_mutex_t mutex;
	char path[32];
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
	close(fd);
	return r;
}

void
rw_free(rw *r)
{
	unlink(r->path);
	free(r);
}

static void
lock(int fd, short kind)
{
	struct flock all = {.l_type = kind, .l_whence = SEEK_SET};
	if (fcntl(fd, F_OFD_SETLKW, &all) < 0)
		abort();
}

static int
open_locked(rw *r, short kind)
{
	int fd = open(r->path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		abort();
	lock(fd, F_RDLCK);
	if (kind == F_WRLCK)
		lock(fd, F_WRLCK);
	return fd;
}

void
rw_before_read(rw *r)
{
	int fd = open_locked(r, F_RDLCK);
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
	int fd = open_locked(r, F_WRLCK);
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
	lock(fd, F_UNLCK);
	close(fd);
}
