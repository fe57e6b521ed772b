#include "drivers/native/clocks.h"

#include "drivers/native/carrier.h"

#include <string.h>

enum { MOST_OBJECTS = 1 << 15 };

static uint32_t actors[MOST_CARRIERS][MOST_CARRIERS];
static int top; /* actors from here on have done nothing yet */

static struct object {
	int n; /* what it knows of the others is nothing */
	uint32_t times[MOST_CARRIERS];
} objects[MOST_OBJECTS];
static uint32_t nobjects;

void
clocks_reset(void)
{
	for (int i = 0; i < top; i++)
		memset(actors[i], 0, (size_t)top * sizeof **actors);
	top = 0;
	objects[CLOCKS_OF_PHASES].n = 0;
	nobjects = CLOCKS_OF_PHASES + 1;
}

uint32_t
clocks_object(void)
{
	if (nobjects == MOST_OBJECTS)
		return 0;
	objects[nobjects].n = 0;
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

void
clocks_give(int actor, uint32_t object)
{
	struct object *o = &objects[object];
	for (; o->n < top; o->n++)
		o->times[o->n] = 0;
	join(o->times, actors[actor], top);
	clocks_tick(actor);
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
