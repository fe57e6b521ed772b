#include "drivers/native/carrier.h"

#include "drivers/native/real.h"
#include "drivers/srtest-host.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <linux/futex.h>
#include <locale.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct carrier {
	void *sp; /* of a fiber that does not run */
	unsigned char *stack; /* with the guard page at its start */
	struct stretch {
		unsigned char *at;
		size_t size;
	} large, lent;
	uintptr_t self; /* thread pointer */
	_Atomic uint32_t baton; /* of a thread: 1 when it may run */
	void (*fn)(void *);
	void *arg;
	bool fresh; /* fn has not been started */
};

enum { SIGNAL_STACK = 65536 };

static struct carrier *carriers[MOST_CARRIERS];
static int ncarriers; /* whatever lies from there on has not been asked for */
static bool fibers;
static int stack_protection = PROT_READ | PROT_WRITE;
static struct carrier host; /* the host's own place */
static struct carrier maker; /* whoever makes a carrier: the host, or a call while the host waits for the baton */

/* Whether the other side was faster must leave no trace in the errno of the call that runs here. */
static void
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	int error = errno;
	real_syscall(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, value, 0, 0, 0);
	errno = error;
}

static void
futex_wake(_Atomic uint32_t *word)
{
	real_syscall(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static void
wait_for_baton(struct carrier *c)
{
	while (!atomic_load(&c->baton))
		futex_wait(&c->baton, 0);
	atomic_store(&c->baton, 0);
}

static void
give_baton(struct carrier *c)
{
	atomic_store(&c->baton, 1);
	futex_wake(&c->baton);
}

#if defined __x86_64__

static uintptr_t
thread_pointer(void)
{
	uintptr_t self;
	__asm__("mov %%fs:0, %0" : "=r"(self));
	return self;
}

static bool
can_borrow(void)
{
	return getauxval(AT_HWCAP2) & 2; /* HWCAP2_FSGSBASE */
}

static void
borrow(uintptr_t self)
{
	__asm__ volatile("wrfsbase %0" : : "r"(self) : "memory");
}

/* Saves what the ABI wants saved, switches stacks, and restores it from the other. */
void native_switch_stacks(void **from, void *to);
__asm__(
	".text\n.globl native_switch_stacks\n.hidden native_switch_stacks\n.type native_switch_stacks, @function\n"
	"native_switch_stacks:\n"
	"	push %rbp\n	push %rbx\n	push %r12\n	push %r13\n	push %r14\n	push %r15\n"
	"	sub $8, %rsp\n	stmxcsr (%rsp)\n	fnstcw 4(%rsp)\n"
	"	mov %rsp, (%rdi)\n	mov %rsi, %rsp\n"
	"	ldmxcsr (%rsp)\n	fldcw 4(%rsp)\n	add $8, %rsp\n"
	"	pop %r15\n	pop %r14\n	pop %r13\n	pop %r12\n	pop %rbx\n	pop %rbp\n"
	"	ret\n.size native_switch_stacks, .-native_switch_stacks\n");

/* What unwinds finds the way back by the frame pointer. */
__asm__(
	".text\n.globl carrier_call_on\n.hidden carrier_call_on\n.type carrier_call_on, @function\n"
	"carrier_call_on:\n"
	"	.cfi_startproc\n"
	"	push %rbp\n	.cfi_def_cfa_offset 16\n	.cfi_offset %rbp, -16\n"
	"	mov %rsp, %rbp\n	.cfi_def_cfa_register %rbp\n"
	"	mov %rdi, %rsp\n	and $-16, %rsp\n	mov %rdx, %rdi\n	call *%rsi\n"
	"	leave\n	.cfi_def_cfa %rsp, 8\n	ret\n"
	"	.cfi_endproc\n.size carrier_call_on, .-carrier_call_on\n");

static void
fiber_entry(void)
{
	struct carrier *me;
	__asm__("mov %%r12, %0" : "=r"(me));
	me->fn(me->arg);
	abort(); /* fn passes the baton on and is never switched to again */
}

static void
build_stack(struct carrier *c)
{
	uint64_t *top = (uint64_t *)(void *)(c->stack + CARRIER_STACK);
	top -= 2;
	*--top = 0; /* where fiber_entry would return to */
	*--top = (uint64_t)(uintptr_t)fiber_entry;
	*--top = 0; /* rbp */
	*--top = 0; /* rbx */
	*--top = (uint64_t)(uintptr_t)c; /* r12 */
	*--top = 0; /* r13 */
	*--top = 0; /* r14 */
	*--top = 0; /* r15 */
	*--top = CARRIER_CONTROL;
	c->sp = top;
}

uint64_t
carrier_control(void)
{
	uint32_t words[2] = {0};
	__asm__ volatile("stmxcsr %0\n	fnstcw %1" : "=m"(words[0]), "=m"(words[1]));
	return (uint64_t)words[1] << 32 | words[0];
}

/* What libraries for transactional memory keep in the thread's control block is no variable of theirs. */
void
carrier_renew(uint64_t control)
{
	enum { TRANSACTIONS = 0x50, SIZE = 0x28 };
	uint32_t words[2] = {(uint32_t)control, (uint32_t)(control >> 32)};
	__asm__ volatile("ldmxcsr %0\n	fldcw %1" : : "m"(words[0]), "m"(words[1]));
	memset((void *)(thread_pointer() + TRANSACTIONS), 0, SIZE);
	uselocale(LC_GLOBAL_LOCALE);
}

#else

uint64_t carrier_control(void) { return CARRIER_CONTROL; }
void carrier_renew(uint64_t control) { (void)control; }

static uintptr_t thread_pointer(void) { return (uintptr_t)pthread_self(); }
static bool can_borrow(void) { return false; }
static void borrow(uintptr_t self) { (void)self; }
static void native_switch_stacks(void **from, void *to) { (void)from; (void)to; }
static void build_stack(struct carrier *c) { (void)c; }
void carrier_call_on(void *end, void (*fn)(void *), void *arg) { (void)end; fn(arg); }

#endif

/* Where handlers run when the stack is used up. */
static void
use_signal_stack(void)
{
	stack_t stack = {.ss_sp = real_calloc(1, SIGNAL_STACK), .ss_size = SIGNAL_STACK};
	if (stack.ss_sp)
		real_syscall(SYS_sigaltstack, (long)&stack, 0, 0, 0, 0, 0);
}

/* A thread either only lends its thread-local data, or runs calls. */
static void *
thread_main(void *arg)
{
	struct carrier *c = arg;
	c->self = thread_pointer();
	if (!fibers)
		use_signal_stack();
	give_baton(&maker);
	for (;;) {
		wait_for_baton(c);
		c->fn(c->arg);
	}
	return NULL;
}

/* A function within another is called through code that is written to the stack; the object says so. */
static int
note_stack(struct dl_phdr_info *object, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	for (size_t i = 0; i < object->dlpi_phnum; i++)
		if (object->dlpi_phdr[i].p_type == PT_GNU_STACK && object->dlpi_phdr[i].p_flags & PF_X)
			stack_protection |= PROT_EXEC;
	return 0;
}

bool
carriers_init(bool fibers_wanted)
{
	dl_iterate_phdr(note_stack, NULL);
	host.self = thread_pointer();
	fibers = fibers_wanted && can_borrow();
	return fibers;
}

static unsigned char *
new_stack(size_t size)
{
	unsigned char *at = mmap(NULL, size, stack_protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (at == MAP_FAILED)
		return NULL;
	mprotect(at, CARRIER_GUARD, PROT_NONE);
	return at;
}

static struct carrier *
carrier_new(void)
{
	struct carrier *c = real_calloc(1, sizeof *c);
	pthread_attr_t attr;
	pthread_t thread;
	if (!c)
		return NULL;
	pthread_attr_init(&attr);
	c->stack = new_stack(CARRIER_STACK);
	if (!c->stack)
		return NULL;
	if (fibers)
		pthread_attr_setstacksize(&attr, 65536);
	else
		pthread_attr_setstack(&attr, c->stack + CARRIER_GUARD, CARRIER_STACK - CARRIER_GUARD);
	int error = real.pthread_create(&thread, &attr, thread_main, c);
	if (error == EAGAIN)
		real_exit(SRTEST_EXIT_THREADS);
	if (error)
		return NULL;
	pthread_attr_destroy(&attr);
	wait_for_baton(&maker);
	return c;
}

struct carrier *
carrier_get(int number)
{
	if (number < 0 || number >= MOST_CARRIERS)
		return NULL;
	if (!carriers[number])
		carriers[number] = carrier_new();
	ncarriers = number < ncarriers ? ncarriers : number + 1;
	return carriers[number];
}

void
carrier_prepare(struct carrier *c, void (*fn)(void *), void *arg)
{
	c->fn = fn;
	c->arg = arg;
	c->fresh = true;
	carrier_lend(c, NULL, 0);
	if (fibers)
		build_stack(c);
}

void
carrier_switch(struct carrier *from, struct carrier *to)
{
	from = from ? from : &host;
	to = to ? to : &host;
	if (from == to)
		return;
	if (fibers) {
		borrow(to->self);
		native_switch_stacks(&from->sp, to->sp);
		return;
	}
	give_baton(to);
	wait_for_baton(from);
}

bool
carriers_each_local(void (*fn)(void))
{
	fn();
	for (int i = 0; i < ncarriers && fibers; i++) {
		if (!carriers[i])
			continue;
		borrow(carriers[i]->self);
		fn();
		borrow(host.self);
	}
	return fibers;
}

bool
carrier_abandon(struct carrier *c)
{
	return c && fibers;
}

uintptr_t
carrier_stack(const struct carrier *c)
{
	return (uintptr_t)c->stack;
}

void *
carrier_large_stack(struct carrier *c, size_t size)
{
	if (size > c->large.size && c->large.at) {
		munmap(c->large.at, c->large.size + CARRIER_GUARD);
		c->large = (struct stretch){0};
	}
	if (!c->large.at && (c->large.at = new_stack(size + CARRIER_GUARD)))
		c->large.size = size;
	return c->large.at ? c->large.at + CARRIER_GUARD : NULL;
}

void
carrier_lend(struct carrier *c, void *stack, size_t size)
{
	c->lent = (struct stretch){stack, size};
}

void
carrier_call(const struct carrier *c, void (*fn)(void *), void *arg)
{
	if (c->lent.size)
		carrier_call_on(c->lent.at + c->lent.size, fn, arg);
	else
		fn(arg);
}

static bool
lies_in(const unsigned char *at, size_t size, uintptr_t address)
{
	return at && address - (uintptr_t)at < size;
}

bool
carrier_overflow(const struct carrier *c, uintptr_t address)
{
	return lies_in(c->stack, CARRIER_GUARD, address) || lies_in(c->large.at, CARRIER_GUARD, address);
}

size_t
carrier_used(const struct carrier *c, uintptr_t sp)
{
	if (lies_in(c->lent.at, c->lent.size, sp))
		return (uintptr_t)c->lent.at + c->lent.size - sp;
	return lies_in(c->stack, CARRIER_STACK, sp) ? (uintptr_t)c->stack + CARRIER_STACK - sp : 0;
}

bool
carrier_is_of_another(const struct carrier *c, uintptr_t address)
{
	for (int i = 0; i < ncarriers; i++) {
		const struct carrier *other = carriers[i];
		if (other && other != c && (lies_in(other->stack, CARRIER_STACK, address) || lies_in(other->lent.at, other->lent.size, address)))
			return true;
	}
	return false;
}

uintptr_t
carrier_self(const struct carrier *c)
{
	return c->self;
}

const int *
carrier_error(const struct carrier *c)
{
	return (const int *)(c->self + ((uintptr_t)&errno - thread_pointer())); /* each thread has it in the same place */
}
