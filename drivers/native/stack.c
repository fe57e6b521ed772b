#include "drivers/native/stack.h"

#include "drivers/native/library.h"
#include "drivers/native/real.h"
#include "drivers/wire.h"

#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unwind.h>

/* INNER, OUTER: frames that are kept of either end of a deep stack. MOST: frames after which a stack is taken to have no end. */
enum { INNER = 48, OUTER = 16, FOREIGN = 64, MOST = 1 << 20 };

#define BIT(number) ((uint64_t)1 << ((number) - 1))

/* An address in the instruction at which a frame stands. */
typedef uintptr_t frame;

static struct {
	frame inner[INNER];
	frame outer[OUTER]; /* a ring */
	size_t n; /* in all */
	frame foreign[FOREIGN]; /* of the system's libraries, which are frames only if the implementation called them */
	size_t nforeign;
	size_t walked;
	uintptr_t at, top; /* of the last one */
	frame from; /* the frame that a signal interrupted: those before it are the handler's */
	bool begun;
} stack;

static _Atomic(pid_t) walker; /* the thread that walks, or 0 */
static sigjmp_buf before;

static pid_t
me(void)
{
	return (pid_t)real_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
}

bool
stack_is_noted(void)
{
	return atomic_load(&walker) && atomic_load(&walker) == me();
}

void
stack_struck(void)
{
	if (stack_is_noted())
		siglongjmp(before, 1);
}

/* --- frames --- */

static void
keep(frame f)
{
	if (stack.n < INNER)
		stack.inner[stack.n] = f;
	else
		stack.outer[(stack.n - INNER) % OUTER] = f;
	stack.n++;
}

static void
take(frame f)
{
	switch (library_owner((const void *)f)) {
	case OWNER_NOBODY:
	case OWNER_HOST:
		break;
	case OWNER_SYSTEM:
		if (stack.nforeign < FOREIGN)
			stack.foreign[stack.nforeign++] = f;
		break;
	case OWNER_IMPLEMENTATION:
		for (size_t i = 0; i < stack.nforeign; i++)
			keep(stack.foreign[i]);
		stack.nforeign = 0;
		keep(f);
		break;
	}
}

static _Unwind_Reason_Code
visit(struct _Unwind_Context *c, void *arg)
{
	int exact;
	uintptr_t at = _Unwind_GetIPInfo(c, &exact);
	(void)arg;
	uintptr_t top = _Unwind_GetCFA(c);
	if (at == stack.at && top == stack.top)
		return _URC_END_OF_STACK; /* it goes round and round */
	stack.at = at;
	stack.top = top;
	stack.begun = stack.begun || (exact && at == stack.from);
	if (stack.begun && at)
		take(exact ? at : at - 1);
	return ++stack.walked < MOST ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* --- a walk --- */

static uint64_t
change_blocked(int how, uint64_t set)
{
	uint64_t old = 0;
	real_syscall(SYS_rt_sigprocmask, how, (long)&set, (long)&old, sizeof set, 0, 0);
	return old;
}

/* Whatever strikes while it runs ends it. */
static void
attempt(void (*fn)(void *), void *arg)
{
	static const uint64_t strikes = BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGFPE) | BIT(SIGABRT);
	pid_t nobody = 0;
	if (!atomic_compare_exchange_strong(&walker, &nobody, me()))
		return;
	volatile uint64_t blocked = change_blocked(SIG_UNBLOCK, strikes);
	if (sigsetjmp(before, 0) == 0)
		fn(arg);
	change_blocked(SIG_SETMASK, blocked);
	atomic_store(&walker, 0);
}

static void
walk(void *arg)
{
	(void)arg;
	_Unwind_Backtrace(visit, NULL);
}

void
stack_forget(void)
{
	memset(&stack, 0, sizeof stack);
}

/* Where a crash lies in the system's libraries and nobody is known to have called them, it is told all the same. */
static void
note(frame from)
{
	stack_forget();
	stack.from = from;
	stack.begun = from == 0;
	attempt(walk, NULL);
	if (from && stack.n == 0 && stack.nforeign > 0)
		keep(stack.foreign[0]);
}

static _Unwind_Reason_Code
nothing(struct _Unwind_Context *c, void *arg)
{
	(void)c;
	(void)arg;
	return _URC_END_OF_STACK;
}

void
stack_prepare(void)
{
	_Unwind_Backtrace(nothing, NULL);
}

void
stack_note(void)
{
	note(0);
}

#if defined __x86_64__

/* Is the instruction before the address a call? */
static bool
follows_call(const unsigned char *code)
{
	bool found = code[-5] == 0xe8;
	for (int n = 2; n <= 7 && !found; n++)
		found = code[-n] == 0xff && (code[1 - n] >> 3 & 7) == 2;
	return found;
}

/* Did the processor fail to fetch an instruction, for there is none? */
static bool
is_wild(const greg_t *registers)
{
	enum { GENERAL_FAULT = 13, PAGE_FAULT = 14, FETCH = 16 };
	greg_t at = registers[REG_RIP] >> 47;
	if (registers[REG_TRAPNO] == PAGE_FAULT)
		return registers[REG_ERR] & FETCH;
	return registers[REG_TRAPNO] == GENERAL_FAULT && at != 0 && at != -1;
}

/* Whoever called the address has left where to return to, and nothing has been done since. */
static void
find_caller(void *arg)
{
	greg_t *registers = arg;
	const uintptr_t *top = (const uintptr_t *)registers[REG_RSP];
	const unsigned char *back = (const unsigned char *)*top;
	if (library_owner(back) == OWNER_NOBODY || !follows_call(back))
		return;
	registers[REG_RIP] = (greg_t)(uintptr_t)(back - 1);
	registers[REG_RSP] += (greg_t)sizeof *top;
}

bool
stack_note_interrupted(void *context)
{
	ucontext_t *c = context;
	greg_t *registers = c->uc_mcontext.gregs, at = registers[REG_RIP];
	if (is_wild(registers))
		attempt(find_caller, registers);
	note((frame)registers[REG_RIP]);
	return registers[REG_RIP] != at;
}

#else

bool
stack_note_interrupted(void *context)
{
	(void)context;
	return false;
}

#endif

/* --- telling it --- */

static void
write_place(struct text *out, frame f)
{
	uintptr_t offset;
	const char *file = library_file((const void *)f, &offset);
	if (!file) {
		wire_uint(out, offset);
		return;
	}
	size_t list = wire_open_list(out);
	wire_string(out, file);
	wire_uint(out, offset);
	wire_close_list(out, list);
}

static void
write_gap(struct text *out, size_t n)
{
	size_t list = wire_open_list(out);
	wire_uint(out, n);
	wire_close_list(out, list);
}

void
stack_write(struct text *out, const void *address)
{
	size_t list = wire_open_list(out), last = stack.n < INNER ? stack.n : INNER, outer = stack.n - last;
	if (stack.n == 0 && library_owner(address) == OWNER_IMPLEMENTATION)
		write_place(out, (frame)address);
	for (size_t i = 0; i < last; i++)
		write_place(out, stack.inner[i]);
	if (outer > OUTER)
		write_gap(out, outer - OUTER);
	for (size_t i = outer > OUTER ? outer - OUTER : 0; i < outer; i++)
		write_place(out, stack.outer[i % OUTER]);
	wire_close_list(out, list);
}
