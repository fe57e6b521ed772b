/* Inside lib/sandbox only. */
#ifndef SANDBOX_PRIVATE_H
#define SANDBOX_PRIVATE_H

#include "base/attendant.h"
#include "base/space.h"
#include "sandbox/sandbox.h"

#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

/* SANDBOX_TEMPORARY: bytes of temporary files, where the options do not say. */
enum { MOST_NAMESPACES = 5, MOST_GROUPS = 3, SANDBOX_TEMPORARY = 64 << 20 };

/* A file or a folder, and how it is seen inside: only read; written, too; or not at all, though what it lies in is seen. */
enum seen_as { SEEN_ONLY, SEEN_WRITABLE, SEEN_NOT };

struct seen {
	const char *path;
	enum seen_as as;
};

struct sandbox {
	struct arena arena;
	struct sandbox_options options;
	VEC(struct seen) paths; /* all that are, those of the system among them; each comes before what lies in it */
	int error[SANDBOX_LAYERS]; /* why a layer is missing, as errno has it; 0: it is there */
	struct attendant holder; /* made the room, and removes what of it outlives us */
	int self; /* tells whether we still live; -1: the kernel cannot */
	int namespaces[MOST_NAMESPACES]; /* -1: missing */
	int attempts; /* a file in memory, to which keepers write: a path or nothing, and words; they count if there is such a file outside */
	struct sandbox_group {
		const char *path;
		int members; /* a process that writes to it joins */
		int outer; /* the folder that it is in, for the holder */
		const char *name;
	} groups[MOST_GROUPS];
	size_t ngroups;
	const char *temporary; /* where files can be written */
	struct space space; /* where that is, when it was made */
	bool outside; /* that is a folder which was made for it, and is seen outside */
	struct sock_fprog filter;
	bool watched; /* the filter tells the keeper of some calls */
};

static inline bool
sandbox_has(const struct sandbox *s, enum sandbox_layer l)
{
	return s->error[l] == 0;
}

static inline int64_t
sandbox_room(const struct sandbox *s)
{
	return s->options.temporary ? s->options.temporary : SANDBOX_TEMPORARY;
}

/* The same file under another number, which nobody gives to a process: what a sandbox keeps open is in nobody's way. */
int sandbox_moved(int fd);

/* --- seen.c --- */

/* Takes over what the options name, and adds what is seen, or not, in every sandbox. */
void seen_choose(struct sandbox *);
/* Is it something that may be opened inside? The path is absolute, without "." and "..". */
bool sandbox_allows(const struct sandbox *, const char *path, bool writes);
/* Does it lie where the room has a folder of its own instead of that outside? */
bool sandbox_hides(const struct sandbox *, const char *path);
/* Is there something in it, or is it something, that is not to be seen? */
bool seen_in_part(const struct sandbox *, const char *path);

/* --- room.c --- */

/* The namespaces, in the order in which they are entered, and the name that /proc/PID/ns has for them. */
extern const struct namespace_kind {
	int flag;
	enum sandbox_layer layer;
	const char *name;
} sandbox_namespaces[MOST_NAMESPACES];

/* Takes this process out of all namespaces that it can leave, and builds what can be seen in them. Notes what cannot be had. */
void room_build(struct sandbox *);
/* Folders for temporary files that nobody has written to, in a mount namespace of our own. */
bool room_renew(const struct sandbox *);
/* A fresh /proc for the processes of our pid namespace. */
bool room_mount_proc(void);

/* --- holder.c --- */

/* Starts the process that builds the room and removes what outlives us; fills in what layers there are, and their descriptors. */
bool holder_start(struct sandbox *, struct diags *);
void holder_stop(struct sandbox *);

/* --- landlock.c --- */

/* 0, or why it is missing. */
int landlock_missing(void);
bool landlock_enter(const struct sandbox *);

/* --- filter.c --- */

/* Builds the filter. Without `watched`, what is to be noted is let through, or refused without a word. */
bool filter_build(struct sandbox *, bool watched);
/* Puts it in force for this process. The descriptor at which the keeper hears of calls, or if it is not watched 0; -1: refused. */
int filter_enter(const struct sandbox *);

/*
 * System calls of which the keeper is told. Arguments are counted from 0; -1: there is none. CHANGE: what is there already. MODE, TIMES,
 * OWNER, ATTRIBUTES: the same, and Landlock lets it through. FOLDER: who makes one that is there wants nothing but to be sure.
 */
enum watched_kind {
	WATCHED_OPEN, WATCHED_OPEN_HOW, WATCHED_CHANGE, WATCHED_MODE, WATCHED_TIMES, WATCHED_OWNER, WATCHED_ATTRIBUTES, WATCHED_MAKE, WATCHED_FOLDER, WATCHED_SOCKET,
};
extern const struct watched_call {
	int number;
	enum watched_kind kind;
	int folder, path;
	int how; /* flags of an open, the mode, the times */
	const char *does; /* "remove %s" */
} sandbox_watched[];
extern const size_t sandbox_nwatched;

/* --- cgroup.c --- */

/* Makes them, or notes why not. */
void cgroup_open(struct sandbox *);
/* For the process that calls it, and all that it starts. */
bool cgroup_join(const struct sandbox *);
/* In the holder: finds them, while it still can; and removes them when all have left. */
void cgroup_reach(struct sandbox *);
void cgroup_remove_reached(const struct sandbox *);
/* The same without one. */
void cgroup_remove(const struct sandbox *);
/* They are to be removed before. */
void cgroup_close(struct sandbox *);

/* --- limits.c --- */

void limits_enter(const struct sandbox_options *);
/* No capability is left, nor can one come back. */
bool limits_drop_rights(void);

/* --- keeper.c --- */

/* What the keeper of a process does until it is ended: takes in orphans, and notes what is attempted. */
void keeper_run(const struct sandbox *, int from_inside) __attribute__((noreturn));
/* Hands the descriptor over to it. */
bool keeper_give(int to_keeper, int fd);
/* What is at this address of a process. False: nothing. */
bool keeper_fetch(pid_t, uint64_t address, void *to, size_t n);
bool keeper_fetch_path(pid_t, uint64_t address, char path[PATH_MAX]);

/* --- rights.c --- */

/* Is it a name for a descriptor of the process that says it, which means another one to whoever else says it? */
bool rights_names_descriptor(const char *path, int *fd);
/* Would the kernel let it change what is outside? */
bool rights_are_ours(const struct sandbox *, enum watched_kind);
/* Does it in the place of who asks, if that is allowed. 0, or an errno. `calls` is where it was asked. */
int rights_change(const struct sandbox *, int calls, const struct seccomp_notif *, const struct watched_call *);

#endif
