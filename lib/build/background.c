#include "build/background.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

void
background_open(struct background *b)
{
	*b = (struct background){0};
	for (size_t i = 0; i < BACKGROUND_MOST; i++)
		b->ends[i] = BACKGROUND_LOST;
	if (pipe2(b->pipe, O_CLOEXEC) < 0)
		b->pipe[0] = b->pipe[1] = -1;
}

void
background_start(struct background *b, size_t nth, enum background_end (*work)(void *context, int wanted), void *context)
{
	if (b->pipe[0] < 0)
		return;
	pid_t pid = fork();
	if (pid == 0) {
		setpgid(0, 0); /* the terminal's signals are for us */
		close(b->pipe[1]);
		_exit((int)work(context, b->pipe[0]));
	}
	b->pids[nth] = pid > 0 ? pid : 0;
}

enum background_end
background_wait(struct background *b, size_t nth)
{
	pid_t pid = b->pids[nth], ended = 0;
	int status = 0;
	while (pid > 0 && (ended = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
		;
	if (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) <= BACKGROUND_FAILED)
		b->ends[nth] = (enum background_end)WEXITSTATUS(status);
	b->pids[nth] = 0;
	return b->ends[nth];
}

void
background_close(struct background *b)
{
	if (b->pipe[0] >= 0) {
		close(b->pipe[1]);
		close(b->pipe[0]);
	}
	for (size_t i = 0; i < BACKGROUND_MOST; i++)
		if (b->pids[i])
			background_wait(b, i);
	b->pipe[0] = b->pipe[1] = -1;
}
