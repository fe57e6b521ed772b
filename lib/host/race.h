/* What a host tells of data races. Inside lib/host only. */
#ifndef HOST_RACE_H
#define HOST_RACE_H

#include "drivers/wire.h"
#include "test/race.h"

/* Reads a race into the arena; NULL if it is malformed. */
const struct race *race_read(struct arena *, const struct srtest_record *);

#endif
