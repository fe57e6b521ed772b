/* Records to a host and from it: through a ring in shared memory, or through a socket. Inside lib/host only. */
#ifndef HOST_CHANNEL_H
#define HOST_CHANNEL_H

#include "base/diag.h"
#include "base/text.h"
#include "drivers/ring.h"

struct channel {
	/* Called now and then while there is nothing to read, or no room to write. False: give up. */
	bool (*watch)(void *);
	void *context;
	int fd; /* the socket, or -1 */
	struct srtest_shared *shared; /* or NULL */
	struct ring_end to, from;
	int64_t nap; /* how long it waited last before it called watch, in nanoseconds */
	bool near; /* set by the caller: the host was started on our processor, and may get it for its own */
	bool apart; /* it has */
	_Atomic uint32_t looks; /* of our ends */
	unsigned trips, slept; /* since that was decided */
	unsigned patience; /* trips together until it is tried again */
	bool broken; /* the other side wrote what is no record */
	struct text in;
};

/* *theirs: the descriptor for the host, which the caller closes. */
bool channel_open_ring(struct channel *, struct diags *, int *theirs);
bool channel_open_socket(struct channel *, struct diags *, int *theirs);
void channel_close(struct channel *);

/* Both are false or NULL if the other side is gone, is given up, or talks nonsense (`broken`). */
bool channel_send(struct channel *, const struct text *record);
/* The next record, copied out of the other side's reach; valid until the next call. */
const struct srtest_record *channel_receive(struct channel *);

#endif
