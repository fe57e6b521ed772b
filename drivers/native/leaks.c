#include "drivers/native/leaks.h"

#include "drivers/native/blocks.h"
#include "drivers/native/carrier.h"
#include "drivers/native/descriptors.h"
#include "drivers/native/library.h"
#include "drivers/native/mapping.h"
#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/tasks.h"

#include <link.h>

/* Where there is more memory than this, not all of it is looked into, and nothing is found; and how long an address is, and a tag behind it, in bits. */
enum { MOST_SEARCHED = 1 << 24, ADDRESS = 48, TAG = 16 };

static struct found {
	struct header *header;
	bool reached;
} *all; /* by address */
static size_t n;
static size_t *todo, ntodo; /* those that were reached and not looked into yet */
static size_t searched;

/* --- blocks --- */

/* The block that holds the address, with what stands around it; it does so if any does. */
static size_t
index_of(uintptr_t address)
{
	size_t low = 0, high = n;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if ((uintptr_t)all[middle].header <= address)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void
reach(size_t i)
{
	if (all[i].reached || all[i].header->size == FREED)
		return;
	all[i].reached = true;
	todo[ntodo++] = i;
}

static void
follow(uintptr_t pointer)
{
	if (pointer >= (uintptr_t)all[0].header && pointer < HEAP_AT + HEAP_SIZE)
		reach(index_of(pointer));
}

static void
search(const void *from, size_t size)
{
	const uintptr_t *at = from;
	if (size >= MOST_SEARCHED - searched) {
		searched = MOST_SEARCHED;
		return;
	}
	for (size_t i = 0; i < size / sizeof *at; i++) {
		follow(at[i]);
		follow(at[i] & (((uintptr_t)1 << ADDRESS) - 1));
		follow(at[i] >> TAG);
	}
	searched += size;
}

/* False: there are none that a test has left, or there is no memory for it. */
static bool
collect(void)
{
	size_t left = 0;
	n = ntodo = searched = 0;
	for (struct header *h = NULL; (h = block_after(h)); n++)
		left += h->size != FREED && !block_is_of_loading(h);
	if (left == 0)
		return false;
	all = real_calloc(n, sizeof *all);
	todo = real_calloc(n, sizeof *todo);
	size_t i = 0;
	for (struct header *h = NULL; all && (h = block_after(h)); i++)
		all[i].header = h;
	return all && todo;
}

/* --- from where they can be reached --- */

/* What the host keeps on behalf of the implementation, what was there when that was loaded, and what a caller was given. */
static void
search_kept(void)
{
	for (size_t i = 0; i < n; i++) {
		struct header *h = all[i].header;
		if (h->size != FREED && (!h->allocated || block_is_of_loading(h) || block_is_handed_out(h)))
			reach(i);
	}
}

/* Variables of all objects but the host. */
static int
search_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	bool *host = arg;
	(void)size;
	bool skip = *host;
	*host = false; /* it comes first */
	for (size_t i = 0; i < info->dlpi_phnum && !skip; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t from = (info->dlpi_addr + p->p_vaddr + sizeof from - 1) / sizeof from * sizeof from;
		if (p->p_type == PT_LOAD && (p->p_flags & PF_W))
			search((const void *)from, p->p_memsz);
	}
	return 0;
}

static void
follow_value(const void *value)
{
	follow((uintptr_t)value);
}

/* Of a carrier. */
static void
search_local(void)
{
	library_each_local(search);
	keys_each_value(follow_value);
}

/* Can all be looked into? Threads that are left go on, and so do timers; a descriptor that is open may lead to what was written there. */
static bool
is_quiet(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i]->is_thread || tasks_alive[i]->is_timer)
			return false;
	return !mappings_any() && descriptors_left() == 0;
}

static bool
search_all(void)
{
	bool host = true;
	search_kept();
	dl_iterate_phdr(search_object, &host);
	if (!carriers_each_local(search_local) && (library_has_local() || keys_any()))
		return false;
	if (!heap_each_foreign(search))
		return false;
	while (ntodo) {
		const struct header *h = all[todo[--ntodo]].header;
		search(h + 1, block_size_of_class(h->class));
	}
	return searched < MOST_SEARCHED;
}

static struct leaks
sum(void)
{
	struct leaks l = {0};
	for (size_t i = 0; i < n; i++) {
		if (all[i].reached || all[i].header->size == FREED)
			continue;
		struct block b = block_of(all[i].header);
		l.place = l.blocks++ ? l.place : b.header->allocated;
		l.bytes += b.size;
	}
	return l;
}

struct leaks
leaks_find(void)
{
	struct leaks l = {0};
	if (collect() && is_quiet() && search_all())
		l = sum();
	real.free(all);
	real.free(todo);
	all = NULL;
	todo = NULL;
	return l;
}
