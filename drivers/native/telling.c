#include "drivers/native/telling.h"

#include "drivers/native/engine.h"
#include "drivers/native/guard.h"
#include "drivers/native/link.h"
#include "drivers/native/margins.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/stack.h"
#include "drivers/native/trace.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { ROOM = 65536 };

struct telling telling;

void
telling_deviations(void)
{
	size_t n, list = wire_open_list(&telling.out);
	const struct deviation *d = engine_deviations(&n);
	for (size_t i = 0; i < n; i++) {
		wire_int(&telling.out, d[i].actor);
		wire_uint(&telling.out, d[i].nth);
		wire_int(&telling.out, d[i].chosen);
	}
	wire_close_list(&telling.out, list);
}

void
telling_steps(void)
{
	trace_end();
	for (size_t i = 0; i < trace_steps(); i++) {
		wire_begin(&telling.out, SRTEST_STEP, &telling.test);
		trace_write(i, &telling.out);
		link_queue(&telling.out);
	}
	trace_begin(false);
}

bool
implementation_loads(void)
{
	return telling.loading == LOADING;
}

/* Whatever ends the implementation while it is loaded, is its death. */
static void
begin_end(enum srtest_kind kind, const char *what, const void *place)
{
	telling_steps();
	wire_begin(&telling.out, telling.loading == LOADED ? kind : SRTEST_DIED, &telling.test);
	wire_string(&telling.out, what);
	stack_write(&telling.out, place);
	telling_deviations();
}

static void
tell_end(enum srtest_kind kind, const char *what, const void *place)
{
	begin_end(kind, what, place);
	link_send(&telling.out);
}

static void
stop(void)
{
	telling.stopped = true;
	engine_stop();
	real_exit(0);
}

static int64_t allowed;

void
misuse_allow(int64_t kinds)
{
	allowed = kinds;
}

static bool
is_allowed(const char *rule)
{
	static const struct {
		const char *begins;
		int64_t kind;
	} rules[] = {
		{"unlocks a mutex that", SRTEST_ALLOW_UNLOCK}, {"unlocks a read-write lock that", SRTEST_ALLOW_UNLOCK}, {"unlocks a spin lock that", SRTEST_ALLOW_UNLOCK},
		{"destroys a", SRTEST_ALLOW_DESTROY}, {"waits on a condition with", SRTEST_ALLOW_WAIT},
	};
	if (strstr(rule, "that was not initialised") || strstr(rule, "that was destroyed"))
		return allowed & SRTEST_ALLOW_USE;
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (strncmp(rule, rules[i].begins, strlen(rules[i].begins)) == 0)
			return allowed & rules[i].kind;
	return false;
}

void
misuse(const char *rule, const void *place)
{
	if (is_allowed(rule))
		return;
	stack_note();
	tell_end(SRTEST_MISUSE, rule, place);
	stop();
}

void
misuse_memory(const char *what, const void *place, const void *allocated, const void *freed)
{
	if (place)
		stack_note();
	else
		stack_forget();
	begin_end(SRTEST_MEMORY, what, place);
	stack_forget();
	stack_write(&telling.out, allocated);
	stack_write(&telling.out, freed);
	link_send(&telling.out);
	stop();
}

void
tell_unwritten(const void *place, const void *allocated)
{
	static struct text out;
	wire_begin(&out, SRTEST_UNWRITTEN, &telling.test);
	stack_forget();
	stack_write(&out, (const char *)place - 1);
	stack_write(&out, allocated);
	link_queue(&out);
}

void
unseen(const char *what, const void *place)
{
	stack_note();
	tell_end(SRTEST_UNSEEN, what, place);
	stop();
}

void
dies(const char *how, const void *place)
{
	stack_note();
	tell_end(SRTEST_DIED, how, place);
	real_exit(0);
}

void
overwritten(const void *place)
{
	dies("it writes into memory of the program that runs it", place);
}

struct death {
	int number;
	siginfo_t *info;
	ucontext_t *context;
	const char *how;
};

static const char *
words_of(const struct death *d, bool wild)
{
	if (d->number == SIGSEGV && engine_overflow((uintptr_t)d->info->si_addr))
		return SRTEST_OVERFLOW;
	if (d->number == SIGSYS)
		return guard_words(d->info);
	return wild ? "it calls what is no function" : strsignal(d->number);
}

static void
note_death(void *arg)
{
	struct death *d = arg;
	d->how = words_of(d, stack_note_interrupted(d->context));
}

/* Is it a fault, such as an address where there is nothing, of which the implementation would make something? */
static bool
is_awaited(const struct death *d)
{
	return d->info->si_code > 0 && d->number != SIGSYS && engine_hides_handler(d->number);
}

static void
tell_death(void *arg)
{
	const struct death *d = arg;
	char handler[32];
	snprintf(handler, sizeof handler, "a handler of SIG%s", sigabbrev_np(d->number));
	tell_end(is_awaited(d) ? SRTEST_UNSEEN : SRTEST_DIED, is_awaited(d) ? handler : d->how, (const void *)(uintptr_t)d->context->uc_mcontext.gregs[REG_RIP]);
	real_exit(0);
}

static void
died(int number, siginfo_t *info, void *context)
{
	if (number == SIGSEGV && (margins_fault(info, context) || engine_fault(info, context)))
		return;
	engine_locate(context);
	stack_struck();
	engine_died(note_death, tell_death, &(struct death){number, info, context, strsignal(number)});
}

static void
trapped(int number, siginfo_t *info, void *context)
{
	if (!engine_trap(info, context))
		died(number, info, context);
}

static void
stopped_call(int number, siginfo_t *info, void *context)
{
	if (!engine_system_call(info, context))
		died(number, info, context);
}

/* A call spins: the test is void, and will be made again with breakpoints there. */
static void
spins(const uint64_t *places, size_t n)
{
	wire_begin(&telling.out, SRTEST_SPINS, &telling.test);
	size_t list = wire_open_list(&telling.out);
	for (size_t i = 0; i < n; i++)
		wire_uint(&telling.out, places[i]);
	wire_close_list(&telling.out, list);
	link_send(&telling.out);
	telling.stopped = true;
	engine_stop();
}

/* A call computes for longer than it may. */
static void
computes(void *context)
{
	stack_note_interrupted(context);
	telling_steps();
	wire_begin(&telling.out, SRTEST_COMPUTES, &telling.test);
	stack_write(&telling.out, NULL);
	telling_deviations();
	link_send(&telling.out);
	stop();
}

void
telling_make_room(void)
{
	text_fill(&telling.out, 0, ROOM);
	telling.out.n = 0;
}

void
telling_catch_deaths(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	enum { SIZE = 65536 };
	stack_t stack = {.ss_sp = real_calloc(1, SIZE), .ss_size = SIZE};
	struct sigaction action = {.sa_sigaction = died, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
	/* these handlers may switch to another task: they need the task's own stack, and block no signal */
	action = (struct sigaction){.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
	sigaction(SIGTRAP, &action, NULL);
	action.sa_sigaction = stopped_call;
	sigaction(SIGSYS, &action, NULL);
	engine_watch(spins, computes);
	/* whoever writes to nobody is told so, and struck by the signal, where that is seen */
	action = (struct sigaction){.sa_handler = SIG_IGN};
	sigaction(SIGPIPE, &action, NULL);
}

void
telling_refuse(const char *why)
{
	wire_begin(&telling.out, SRTEST_REFUSED, &telling.test);
	wire_string(&telling.out, why);
	link_send(&telling.out);
	telling.stopped = true;
}

void
unable(const char *why)
{
	telling_refuse(why);
	stop();
}
