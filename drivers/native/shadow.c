#include "drivers/native/shadow.h"

#include <string.h>
#include <sys/mman.h>

enum {
	PER_PAGE = 512, /* lists, so a page is about as large as the system's */
	MOST_PAGES = 1 << 14,
	SLOTS = MOST_PAGES * 2,
	MOST_CELLS = 1 << 20,
};

struct page {
	uintptr_t number;
	uint32_t lists[PER_PAGE];
};

/* The system gives none of this memory before it is used. */
static struct memory {
	struct page pages[MOST_PAGES];
	struct cell cells[MOST_CELLS];
	struct slot {
		uint32_t epoch, page;
	} slots[SLOTS];
} *memory;
static uint32_t epoch, npages, ncells, dropped;

bool
shadow_reset(void)
{
	if (!memory) {
		void *m = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		memory = m == MAP_FAILED ? NULL : m;
	}
	npages = dropped = 0;
	ncells = 1;
	if (memory && ++epoch == 0)
		memset(memory->slots, 0, sizeof memory->slots);
	epoch += epoch == 0;
	return memory != NULL;
}

/* The slot of the page, or the free one that it would get. */
static struct slot *
slot_of(uintptr_t number)
{
	size_t at = (size_t)((uint64_t)number * 0x9e3779b97f4a7c15u >> 49) % SLOTS;
	while (memory->slots[at].epoch == epoch && memory->pages[memory->slots[at].page].number != number)
		at = (at + 1) % SLOTS;
	return &memory->slots[at];
}

uint32_t *
shadow_list(uintptr_t eight)
{
	uintptr_t number = eight / PER_PAGE;
	struct slot *s = slot_of(number);
	if (s->epoch != epoch) {
		if (npages == MOST_PAGES)
			return NULL;
		*s = (struct slot){epoch, npages++};
		memset(&memory->pages[s->page], 0, sizeof *memory->pages);
		memory->pages[s->page].number = number;
	}
	return &memory->pages[s->page].lists[eight % PER_PAGE];
}

struct cell *
shadow_cell(uint32_t number)
{
	return &memory->cells[number];
}

uint32_t
shadow_new(void)
{
	uint32_t number = dropped;
	if (number)
		dropped = memory->cells[number].next;
	else if (ncells < MOST_CELLS)
		number = ncells++;
	return number;
}

void
shadow_drop(uint32_t *at)
{
	uint32_t number = *at;
	*at = memory->cells[number].next;
	memory->cells[number].next = dropped;
	dropped = number;
}

static void
forget_lists(struct page *p, uintptr_t from, uintptr_t to)
{
	uintptr_t first = p->number * PER_PAGE;
	for (size_t i = from > first ? from - first : 0; i < PER_PAGE && first + i <= to; i++)
		while (p->lists[i])
			shadow_drop(&p->lists[i]);
}

void
shadow_forget(uintptr_t from, size_t size)
{
	uintptr_t first = from / 8, last = (from + (size ? size - 1 : 0)) / 8;
	uintptr_t page = first / PER_PAGE, last_page = last / PER_PAGE;
	if (last_page - page >= npages) {
		for (uint32_t i = 0; i < npages; i++)
			if (memory->pages[i].number >= page && memory->pages[i].number <= last_page)
				forget_lists(&memory->pages[i], first, last);
		return;
	}
	for (; page <= last_page; page++) {
		const struct slot *s = slot_of(page);
		if (s->epoch == epoch)
			forget_lists(&memory->pages[s->page], first, last);
	}
}
