/*
 * Where hosts and builds run that nobody trusts: they see little of the machine, write only where they may, reach nobody, and
 * leave nothing behind. Several layers see to that, each of which a kernel may refuse; what is in force is told in words, and so
 * is what was attempted.
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include "base/diag.h"

#include <limits.h>
#include <sys/types.h>

/* SANDBOX_LAYER(id, name, is it essential) */
#define SANDBOX_LIST(LAYER) \
	LAYER(PRIVILEGES, "no new privileges", true) \
	LAYER(USER, "a user namespace", false) \
	LAYER(PID, "a pid namespace", true) \
	LAYER(MOUNT, "a mount namespace", true) \
	LAYER(NETWORK, "a network namespace", true) \
	LAYER(IPC, "an ipc namespace", true) \
	LAYER(UTS, "a uts namespace", false) \
	LAYER(LANDLOCK, "Landlock", true) \
	LAYER(SECCOMP, "seccomp", true) \
	LAYER(LIMITS, "limits", true) \
	LAYER(CGROUP, "a cgroup", false)

enum sandbox_layer {
#define LAYER(id, name, essential) SANDBOX_##id,
	SANDBOX_LIST(LAYER)
#undef LAYER
	SANDBOX_LAYERS
};

/*
 * What it is for. Of the system, what programs and libraries are loaded from can always be read, but nothing that is installed with this
 * program. 0 of a limit: none of its own.
 */
struct sandbox_options {
	size_t nread;
	const char *const *read; /* files and folders beside those of the system */
	size_t nhidden;
	const char *const *hidden; /* files and folders that are not seen, but for what of them is named here */
	const char *work; /* the folder in which it begins, of which no more is seen than what is named; NULL: where we are, if that is seen */
	const char *write; /* a folder beside the private one for temporary files; or NULL */
	int64_t cpu_seconds; /* of a process */
	int64_t memory; /* bytes, of all that is inside together: only a cgroup can see to it */
	int64_t processes; /* and threads, that are inside at a time */
	int64_t file_size; /* bytes */
	int64_t temporary; /* bytes of temporary files in all; 0: 64 MiB */
};

struct sandbox;

/* Makes one, with the layers that can be had. NULL after a diagnostic. It is to be used by the process that made it, and goes with it. */
struct sandbox *sandbox_open(struct diags *, const struct sandbox_options *);
/* Whatever was written in it is gone after this. NULL is fine. */
void sandbox_close(struct sandbox *);

/*
 * The library, and those that it says where to find, and they in turn: what has to be read to load it. Only what lies in this folder in the
 * end, for who makes a library can let it name the work of others; NULL: wherever it lies.
 */
const char *const *sandbox_needed(struct arena *, const char *library, const char *folder, size_t *n);

/* What is in force: "no new privileges, a user namespace, ..., limits (missing: a cgroup: Permission denied)". */
const char *sandbox_words(const struct sandbox *, struct arena *);
/* What is essential and cannot be had, in the same way; NULL if nothing is. */
const char *sandbox_lacks(const struct sandbox *, struct arena *);
/* What was tried inside, and is not allowed: "tried to open /etc/passwd for reading". Each is told once. */
const char *const *sandbox_attempts(const struct sandbox *, struct arena *, size_t *n);
/* A limit on all together that was hit, "memory" or "processes"; or NULL: none was, as far as is known. */
const char *sandbox_limit(const struct sandbox *);

/*
 * Do those inside keep more temporary files than they may? Where there is a room of its own they cannot, and where there is only a folder
 * nobody sees to it but who asks.
 */
bool sandbox_hoards(const struct sandbox *);

/* A process inside, and the one that keeps watch over it. */
struct inside {
	pid_t pid, keeper;
	char temporary[PATH_MAX]; /* a folder of its own, which goes with it; "": in the room there is one */
};

/*
 * Like fork: returns 0 in the new process, which is inside, and is our child; its number, or -1, in ours. The new process can
 * still do what it needs to, until it calls sandbox_confine, after which it becomes another program.
 */
pid_t sandbox_fork(const struct sandbox *, struct inside *);
/* False: a layer that could be had is refused now. Descriptors from 10 on may be closed by the caller only after this. */
bool sandbox_confine(const struct sandbox *);
/* Ends all that is inside with this process; its own end has been, or is, waited for by the caller. */
void sandbox_end(struct inside *);

/*
 * Both in one, between fork and exec: the caller goes on as the process inside, and what it was before waits, ends as that does,
 * and takes along all that was started inside. False: it cannot go on.
 */
bool sandbox_enter(const struct sandbox *);

#endif
