#include "drivers/native/clocks.h"

#include "drivers/native/carrier.h"

#include <string.h>

enum { MOST_OBJECTS = 1 << 15, MOST_TIMES = 1 << 23, FEWEST = 8 };

static uint32_t actors[MOST_CARRIERS][MOST_CARRIERS];
static int top; /* actors from here on have done nothing yet */

static struct object {
	int n, room; /* what it knows of the others is nothing */
	uint32_t *times;
} objects[MOST_OBJECTS];
static uint32_t nobjects;
static uint32_t times[MOST_TIMES]; /* of all objects */
static size_t ntimes;

void
clocks_reset(void)
{
	for (int i = 0; i < top; i++)
		memset(actors[i], 0, (size_t)top * sizeof **actors);
	top = 0;
	objects[CLOCKS_OF_PHASES] = (struct object){0};
	nobjects = CLOCKS_OF_PHASES + 1;
	ntimes = 0;
}

uint32_t
clocks_object(void)
{
	if (nobjects == MOST_OBJECTS)
		return 0;
	objects[nobjects] = (struct object){0};
	return nobjects++;
}

uint32_t
clocks_now(int actor)
{
	return actors[actor][actor];
}

void
clocks_tick(int actor)
{
	top = actor < top ? top : actor + 1;
	actors[actor][actor]++;
}

bool
clocks_over(int actor, int other, uint32_t time)
{
	return actors[actor][other] >= time;
}

static void
join(uint32_t *to, const uint32_t *from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i] > to[i] ? from[i] : to[i];
}

/* Room for the times of as many actors as there are, and some more. */
static bool
make_room(struct object *o)
{
	int room = top > 2 * o->room ? top : 2 * o->room;
	if (top <= o->room)
		return true;
	room = room > FEWEST ? room : FEWEST;
	if ((size_t)room > MOST_TIMES - ntimes)
		return false;
	if (o->n)
		memcpy(&times[ntimes], o->times, (size_t)o->n * sizeof *o->times);
	o->times = &times[ntimes];
	o->room = room;
	ntimes += (size_t)room;
	return true;
}

bool
clocks_give(int actor, uint32_t object)
{
	struct object *o = &objects[object];
	if (!make_room(o))
		return false;
	for (; o->n < top; o->n++)
		o->times[o->n] = 0;
	join(o->times, actors[actor], top);
	clocks_tick(actor);
	return true;
}

void
clocks_take(int actor, uint32_t object)
{
	join(actors[actor], objects[object].times, objects[object].n);
}

void
clocks_tell(int actor, int to)
{
	join(actors[to], actors[actor], top);
	clocks_tick(actor);
}
