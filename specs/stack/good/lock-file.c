/* Each call opens a lock file, locks it by flock, and closes it. */
#define _GNU_SOURCE
#include "../stack.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

struct node {
	struct node *next;
	int x;
};

struct stack {
	char path[32];
	struct node *top;
};

stack *
stack_new(void)
{
	stack *s = malloc(sizeof *s);
	*s = (stack){.path = "/tmp/stack-XXXXXX"};
	int fd = mkstemp(s->path);
	if (fd < 0)
		abort();
	close(fd);
	return s;
}

void
stack_free(stack *s)
{
	for (struct node *n = s->top, *next; n; n = next) {
		next = n->next;
		free(n);
	}
	unlink(s->path);
	free(s);
}

static int
lock(stack *s)
{
	int fd = open(s->path, O_RDWR | O_CLOEXEC);
	if (fd < 0 || flock(fd, LOCK_EX) < 0)
		abort();
	return fd;
}

void
stack_push(stack *s, int x)
{
	struct node *n = malloc(sizeof *n);
	int fd = lock(s);
	*n = (struct node){s->top, x};
	s->top = n;
	close(fd);
}

bool
stack_pop(stack *s, int *x)
{
	int fd = lock(s);
	struct node *n = s->top;
	if (n)
		s->top = n->next;
	close(fd);
	if (!n)
		return false;
	*x = n->x;
	free(n);
	return true;
}
