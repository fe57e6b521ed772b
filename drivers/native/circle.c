#include "drivers/native/circle.h"

#include "drivers/native/contents.h"
#include "drivers/native/heap.h"
#include "drivers/native/inline.h"
#include "drivers/native/library.h"
#include "drivers/native/mapping.h"
#include "drivers/native/state.h"

#include <string.h>

/* Looking takes time: at each of the FIRST points, and then at one of so many. */
enum { FIRST = 1 << 12, SELDOM = 32 };

/* What goes on over more than memory and tasks: what these give back depends on nothing else, or nobody looks at it. Those that end with * stand for more. */
static const char others[] =
	" printf fprintf vprintf vfprintf puts fputs putchar putc fputc fwrite fflush perror snprintf sprintf vsnprintf __printf_chk __fprintf_chk "
	"__snprintf_chk __sprintf_chk exit _exit sched_yield thrd_yield realloc aligned_alloc posix_memalign reallocarray strndup qsort bsearch atoi atol "
	"strtol __isoc23_strtol sysconf getpid gettid syscall __errno_location pthread_getspecific pthread_setspecific pthread_key_create pthread_key_delete "
	"pthread_mutexattr_* pthread_condattr_* pthread_rwlockattr_* pthread_barrierattr_* pthread_attr_* _Unwind_* __cxa_* __tsan_* __ubsan_* __gxx_personality_v0 ";

static uint64_t reference, visits;
static uint64_t locals[MOST_CARRIERS]; /* a number for the thread-local data of each task, as it was when it was last looked at */
static bool closed;

static bool
is_among(const char *symbol, const char *symbols)
{
	size_t n = strlen(symbol);
	for (const char *at = symbols + 1; *at; at = strchr(at, ' ') + 1) {
		size_t length = strcspn(at, " *");
		if (strncmp(at, symbol, length) == 0 && (at[length] == '*' || length == n))
			return true;
	}
	return false;
}

static const char clocks[] = " clock_gettime timespec_get time gettimeofday clock pthread_cond_timedwait pthread_mutex_timedlock sem_timedwait ";
static bool time_matters; /* it looks at the clock */

static void
look(const char *symbol, enum symbol_class class, void *all)
{
	bool *ok = all;
	(void)class;
	time_matters = time_matters || is_among(symbol, clocks);
	*ok = *ok && (is_among(symbol, others) || state_sees(symbol));
}

/* Is all there that it may go by? */
static bool
all_seen(void)
{
	static bool known, answer = true;
	if (!known)
		library_each_import(look, &answer);
	known = true;
	return answer && !inline_calls_watched() && !mappings_any() && !mappings_closed();
}

static uint64_t
add(uint64_t seed, const void *at, size_t size)
{
	return XXH3_64bits_withSeed(at, size, seed);
}

/* False: where it stands is not known. */
static bool
add_task(const struct task *t, uint64_t *number)
{
	uint64_t about[] = {(uint64_t)t->number, t->state, t->wait, (uint64_t)(uintptr_t)t->object, locals[t->number]};
	*number = add(*number, about, sizeof about);
	if (t->standing.sp == 0)
		return true;
	size_t used = carrier_used(t->carrier, t->standing.sp);
	if (t->standing.sp == NOT_NOTED || !used)
		return false;
	*number = add(add(*number, &t->standing, sizeof t->standing), carrier_error(t->carrier), sizeof(int));
	*number = add(*number, (const void *)t->standing.sp, used);
	return true;
}

static bool
number_of_all(uint64_t now, uint64_t *number)
{
	if (!all_seen() || !heap_number(time_matters ? now : 0, number) || !contents_number(number))
		return false;
	*number = library_number(*number);
	for (int i = 0; i < tasks_nalive; i++)
		if (!add_task(tasks_alive[i], number))
			return false;
	return true;
}

void
circle_break(void)
{
	visits = 0;
	closed = false;
}

/* What is compared with is taken ever later, so that it lies within the circle in the end, and the circle fits in behind it. */
void
circle_note(const struct task *t, uint64_t now)
{
	uint64_t number;
	if (closed || (++visits > FIRST && visits % SELDOM))
		return;
	locals[t->number] = library_number_local(1);
	if (!number_of_all(now, &number))
		return;
	closed = visits > 1 && number == reference;
	if (visits == 1 || (visits & (visits - 1)) == 0)
		reference = number;
}

bool
circle_closed(void)
{
	return closed;
}
