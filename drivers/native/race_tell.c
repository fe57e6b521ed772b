/* A race, as the other side is told of it. */
#include "drivers/native/heap.h"
#include "drivers/native/library.h"
#include "drivers/native/link.h"
#include "drivers/native/race.h"
#include "drivers/wire.h"

_Static_assert((int)RACE_READ == SRTEST_READ && (int)RACE_WRITE == SRTEST_WRITE && (int)RACE_ATOMIC_READ == SRTEST_ATOMIC_READ &&
	(int)RACE_ATOMIC_WRITE == SRTEST_ATOMIC_WRITE && (int)RACE_ATOMIC_UPDATE == SRTEST_ATOMIC_UPDATE, "the numbers are the protocol's");

static struct text out;

static void
write_place(const void *place)
{
	uintptr_t offset;
	if (library_place(place, &offset))
		wire_uint(&out, offset);
	else
		wire_none(&out);
}

static void
write_memory(const void *at)
{
	uintptr_t place;
	size_t offset, size, list = wire_open_list(&out);
	if (library_place(at, &place)) {
		wire_uint(&out, place);
	} else if (heap_block(at, &offset, &size)) {
		wire_uint(&out, offset);
		wire_uint(&out, size);
	}
	wire_close_list(&out, list);
}

static void
write_side(const struct race_side *s)
{
	size_t list = wire_open_list(&out);
	wire_int(&out, s->actor);
	if (s->called)
		wire_uint(&out, s->call);
	else
		wire_none(&out);
	wire_int(&out, (int)s->kind);
	write_place(s->place);
	for (size_t i = 0; i < s->depth; i++)
		write_place(s->stack[i]);
	wire_close_list(&out, list);
}

void
race_tell(const struct race_side *earlier, const struct race_side *later, const void *at, size_t size)
{
	wire_begin(&out, SRTEST_RACE, NULL);
	write_memory(at);
	wire_uint(&out, size);
	write_side(earlier);
	write_side(later);
	link_queue(&out);
}
