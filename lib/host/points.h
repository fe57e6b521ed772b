/* Where in a phase there was something to choose, as AT_REST tells it. */
#ifndef HOST_POINTS_H
#define HOST_POINTS_H

#include "drivers/wire.h"
#include "host/host.h"

enum { MOST_POINTS = 1 << 14, MOST_ACTORS = 1 << 16 };

/* What is read lies here until the next time. */
struct points_room {
	struct point points[MOST_POINTS];
	int64_t actors[MOST_ACTORS];
};

/* Reads what comes after the choices; nothing there, where the host does not know what CONTINUE asked for. False: it is nonsense. */
bool points_read(struct wire *, struct points_room *, struct points *);

#endif
