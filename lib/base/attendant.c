#include "base/attendant.h"

#include "base/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void __attribute__((noreturn))
attend(const struct attendant_work *w, int life, int answer)
{
	char byte;
	setsid();
	descriptors_close_others((int[]){life, answer}, 2); /* a reader of our output must not wait for it */
	w->begin(w->context);
	bool told = write(answer, w->answer, w->size) == (ssize_t)w->size;
	close(answer);
	while (told && read(life, &byte, 1) < 0 && errno == EINTR)
		;
	w->end(w->context);
	_exit(0);
}

/* Signals are blocked: what is sent to the whole group, from the keyboard say, is not for it. */
static pid_t
start(const struct attendant_work *w, const int life[2], const int answer[2])
{
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t pid = fork();
	if (pid == 0) {
		close(life[1]);
		attend(w, life[0], answer[1]);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

bool
attendant_start(struct attendant *a, struct diags *d, const struct attendant_work *w)
{
	int life[2], answer[2];
	*a = (struct attendant){.life = -1};
	if (pipe2(life, O_CLOEXEC) < 0)
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	if (pipe2(answer, O_CLOEXEC) < 0) {
		diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
		close(life[0]);
		close(life[1]);
		return false;
	}
	*a = (struct attendant){start(w, life, answer), life[1]};
	close(life[0]);
	close(answer[1]);
	bool told = a->pid > 0 && descriptor_read(answer[0], w->answer, w->size);
	close(answer[0]);
	if (told)
		return true;
	attendant_stop(a);
	return diag_error(d, (struct span){0}, "%s cannot be made: a process cannot be started", w->what);
}

bool
attendant_stop(struct attendant *a)
{
	int status = SIGKILL;
	if (a->life >= 0)
		close(a->life);
	if (a->pid > 0)
		kill(a->pid, SIGCONT); /* whoever stopped it */
	while (a->pid > 0 && waitpid(a->pid, &status, 0) < 0 && errno == EINTR)
		;
	*a = (struct attendant){.life = -1};
	return WIFEXITED(status);
}
