/* The process of a host: started with limits, watched while an answer is due, and ended with all that it left. Inside lib/host only. */
#ifndef HOST_PROCESS_H
#define HOST_PROCESS_H

#include "base/diag.h"
#include "sandbox/sandbox.h"

#include <sys/types.h>

enum process_state {
	PROCESS_RUNS,
	PROCESS_ENDED,
	PROCESS_STOPPED, /* by a signal, and ended by us */
	PROCESS_COMPUTES, /* longer than it may */
	PROCESS_WAITS, /* for something that is not us: it neither computes nor answers */
	PROCESS_SLOW, /* it computes now and then, but has not answered for very long */
	PROCESS_GREEDY, /* takes more memory than it may */
	PROCESS_HOARDS, /* keeps more temporary files than it may */
	PROCESS_UNWANTED, /* nobody waits for it any more */
};

/* Given by whoever starts it: argv, and the descriptor that becomes 3, or with `piped` its standard input and output. */
struct process_options {
	const char *const *argv;
	int fd;
	int journal; /* that becomes 4; -1: there is none */
	bool piped;
	bool near; /* it runs on our processor */
	int64_t patience; /* nanoseconds of computing for an answer */
	const struct sandbox *sandbox; /* that it runs in, or NULL */
};

struct process {
	pid_t pid; /* 0: there is none */
	struct inside inside; /* the same, where it runs in a sandbox */
	const struct sandbox *sandbox; /* or NULL */
	int64_t counted; /* when its temporary files were */
	enum process_state state;
	int status; /* of waitpid, once it has ended */
	int output; /* what it printed, in memory */
	bool family; /* it may have children of its own, which count as it */
	int64_t patience, memory;
	/* is only an answer that comes at once waited for? may be NULL */
	bool (*interrupted)(void *);
	void *context;
	/* since an answer is due */
	bool watching;
	int64_t looked; /* when we last did */
	int64_t silent, asleep; /* for how long; since it was last seen awake */
	int64_t computed, computed_awake; /* what it had computed when the answer was due; when it was last seen awake */
	int64_t spent; /* what it has computed since the answer was due */
	struct process *next; /* of all that run */
};

bool process_start(struct process *, struct diags *, const struct process_options *);
/* An answer is due from now on. */
void process_ask(struct process *);
/* Looks at it, now and then while an answer is due. False: none is to come, and `state` says why. */
bool process_watch(struct process *);
/* It has closed its side: waits a moment for it to end. */
void process_await(struct process *);
/* Whether it takes so much memory, or so much of a disk, that a new one should be started instead. */
bool process_is_heavy(const struct process *);
/* Ends it, with the processes that it made. */
void process_stop(struct process *);
/* Was it a limit that ended it, or somebody outside? Then it says nothing of the implementation. */
bool process_is_hindered(const struct process *);
/* The limit, "memory" or "CPU time"; or NULL: none is known of. */
const char *process_limit(const struct process *);
/* Why no answer is to come, in words. */
const char *process_words(const struct process *, struct arena *);

/* Empties what it printed. */
void process_forget_output(struct process *);
/* The end of what it printed; *omitted: how many bytes come before that. */
char *process_read_output(const struct process *, struct arena *, size_t *n, size_t *omitted);

#endif
