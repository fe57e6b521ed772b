/* What clients pick in a test: drawn or read again, and recorded either way. Inside lib/trial only. */
#ifndef TRIAL_RECORDER_H
#define TRIAL_RECORDER_H

#include "trial/running.h"

struct recorder {
	struct choices choices; /* what the generator asks */
	struct arena *arena;
	VEC(uint64_t) taken;
	bool random;
	uint64_t state;
	uint64_t biases, place; /* what the test prefers, and where it is asked: gen/bias.h */
	const struct picks *given;
	const struct trial_watch *watch;
	int client;
	size_t call;
	enum pick_of what;
};

/* For what is picked for a client that has made so many calls, the one in question by this alternative; `given`: where it is read again. */
struct recorder recorder_of_call(struct trial *, int client, size_t calls, int alternative, enum pick_of, const struct picks *given);
/* What was picked. */
struct picks recorder_picks(const struct recorder *);

#endif
