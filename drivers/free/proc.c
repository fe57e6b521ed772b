#include "drivers/free/proc.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

bool
folder_open(struct folder *f, const char *path)
{
	f->n = f->at = 0;
	f->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return f->fd >= 0;
}

const char *
folder_next(struct folder *f)
{
	if (f->at >= f->n) {
		f->n = syscall(SYS_getdents64, f->fd, f->bytes, sizeof f->bytes);
		f->at = 0;
	}
	if (f->n <= 0)
		return NULL;
	const struct dirent64 *e = (const void *)(f->bytes + f->at);
	f->at += e->d_reclen;
	return e->d_name;
}

void
folder_close(struct folder *f)
{
	close(f->fd);
}

bool
proc_read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ssize_t n = read(fd, text, size - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	return n > 0;
}
