#include "host/points.h"

_Static_assert((int)POINT_MAY_STAY == (int)SRTEST_MAY_STAY && (int)POINT_MUST_SWITCH == (int)SRTEST_MUST_SWITCH, "numbers agree");
_Static_assert((int)POINT_WAKES_ONE == (int)SRTEST_WAKES_ONE, "numbers agree");

static bool
read_point(struct wire *w, struct points_room *room, struct point *p, size_t *nactors)
{
	int64_t kind = wire_read_int(w);
	p->kind = (enum point_kind)kind;
	p->actor = (int32_t)wire_read_int(w);
	p->nth = (uint32_t)wire_read_uint(w);
	p->state = (uint64_t)wire_read_int(w);
	p->n = (size_t)wire_read_uint(w);
	p->actors = &room->actors[*nactors];
	if (w->bad || kind < POINT_MAY_STAY || kind > POINT_WAKES_ONE || p->n == 0 || p->n > MOST_ACTORS - *nactors)
		return false;
	for (size_t i = 0; i < p->n; i++)
		room->actors[(*nactors)++] = wire_read_int(w);
	return !w->bad;
}

bool
points_read(struct wire *w, struct points_room *room, struct points *p)
{
	size_t nactors = 0;
	if (!wire_more(w))
		return true;
	struct wire list = wire_read_list(w);
	*p = (struct points){.told = true, .at = room->points, .count = wire_read_uint(&list)};
	p->polled = wire_read_int(&list) != 0;
	p->more = wire_read_int(&list) != 0;
	while (wire_more(&list)) {
		if (p->n == MOST_POINTS || !read_point(&list, room, &room->points[p->n], &nactors))
			return false;
		p->n++;
	}
	return !list.bad && p->n <= p->count;
}
