#include "build/folder.h"

#include "base/descriptors.h"
#include "base/removal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* TRIES: a compiler that is being ended may still write for a moment; one every hundredth of a second. */
enum { TRIES = 500 };

/* --- the keeper, a process that outlives ours for as long as it takes to remove the folder --- */

static void
remove_folder(const char *path)
{
	const struct timespec moment = {.tv_nsec = 10000000};
	for (int i = 0; i < TRIES; i++) {
		if (removal_try(path))
			return;
		nanosleep(&moment, NULL);
	}
}

/* Signals are blocked: what is sent to the whole group, from the keyboard say, is not for the keeper. */
static void __attribute__((noreturn))
keep(struct folder *f, int life, int answer)
{
	char byte;
	int status = mkdtemp(f->path) ? 0 : errno;
	setsid();
	descriptors_close_others((int[]){life, answer}, 2); /* a reader of our output must not wait for the keeper */
	if (status != 0)
		f->path[0] = 0;
	if (write(answer, &status, sizeof status) != sizeof status || write(answer, f->path, sizeof f->path) != sizeof f->path)
		status = EPIPE;
	close(answer);
	while (f->path[0] && read(life, &byte, 1) < 0 && errno == EINTR)
		;
	if (f->path[0] && chdir("/") == 0)
		remove_folder(f->path);
	_exit(status != 0);
}

/* --- our side --- */

static void
start_keeper(struct folder *f, const int life[2], const int answer[2])
{
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	f->keeper = fork();
	if (f->keeper == 0) {
		close(life[1]);
		keep(f, life[0], answer[1]);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Where temporary files go, as an absolute path: a pattern for mkdtemp. */
static bool
pattern(char *path)
{
	const char *where = getenv("TMPDIR");
	char *real = realpath(where && *where ? where : "/tmp", NULL);
	bool ok = real && snprintf(path, PATH_MAX, "%s/srtest-XXXXXX", real) < PATH_MAX;
	free(real);
	return ok;
}

bool
folder_make(struct folder *f, struct diags *d)
{
	int life[2], answer[2], status = 0;
	memset(f, 0, sizeof *f);
	if (!pattern(f->path))
		return diag_error(d, (struct span){0}, "there is no folder for temporary files: TMPDIR names none");
	if (pipe2(life, O_CLOEXEC) < 0)
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	if (pipe2(answer, O_CLOEXEC) < 0) {
		close(life[0]);
		close(life[1]);
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	}
	start_keeper(f, life, answer);
	close(life[0]);
	close(answer[1]);
	f->life = life[1];
	bool told = f->keeper > 0 && descriptor_read(answer[0], &status, sizeof status) && descriptor_read(answer[0], f->path, sizeof f->path);
	close(answer[0]);
	if (told && status == 0)
		return true;
	folder_remove(f);
	return diag_error(d, (struct span){0}, "a temporary folder cannot be made: %s", told ? strerror(status) : "a process cannot be started");
}

void
folder_remove(struct folder *f)
{
	close(f->life);
	while (f->keeper > 0 && waitpid(f->keeper, NULL, 0) < 0 && errno == EINTR)
		;
}
