/* A host that is there already: so that tests can say anything in its place. */
#ifndef HOST_ATTACH_H
#define HOST_ATTACH_H

#include "host/channel.h"
#include "host/host.h"

/* Loads through an open channel, which it takes over; its watch and context stay as they are. NULL after a diagnostic. */
struct host *host_attach(struct diags *, const struct spec *, const struct channel *);

#endif
