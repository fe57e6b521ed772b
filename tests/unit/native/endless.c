/* Loops that are followed here, one instruction after the other, until they are known to be endless, or end. */
#include "drivers/native/breakpoint.h"
#include "drivers/native/endless.h"
#include "drivers/native/library.h"
#include "drivers/native/twin.h"

#include "unit/unit.h"

#include <signal.h>
#include <stdlib.h>

#if defined __x86_64__

/* What sanitizers would add is no part of a loop. */
#define LOOP __attribute__((noinline, no_sanitize("address", "undefined")))

enum { TRAP_FLAG = 0x100, MOST = 200000, LONG = 1000 };

static volatile int flag;
static volatile long tries;
static volatile int limit = LONG;
static bool endless, wanted;
static unsigned steps;

bool
library_any_code_at(const void *address, uintptr_t *offset)
{
	(void)address;
	(void)offset;
	return false;
}

enum owner
library_owner(const void *address)
{
	(void)address;
	return OWNER_NOBODY;
}

const void *
library_variables(size_t nth, size_t *size)
{
	(void)nth;
	(void)size;
	return NULL;
}

unsigned char *
twin_of(unsigned char *at)
{
	(void)at;
	return NULL;
}

unsigned char *
twin_new(size_t size, unsigned char **written)
{
	(void)size;
	(void)written;
	return NULL;
}

/* Once it is known, the flag is set that the loop waits for. */
static void
step(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	(void)number;
	(void)info;
	endless = endless || endless_note(c);
	if (endless || ++steps == MOST)
		flag = 1;
	if (!wanted || endless || steps == MOST)
		c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static bool __attribute__((noinline))
is_endless(long (*loop)(void))
{
	struct sigaction action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
	sigaction(SIGTRAP, &action, NULL);
	flag = 0;
	tries = 0;
	steps = 0;
	endless = false;
	wanted = true;
	endless_begin((uintptr_t)__builtin_frame_address(0) + 4096);
	__asm__ volatile("pushf\n\torq $0x100, (%%rsp)\n\tpopf" ::: "memory", "cc");
	loop();
	wanted = false;
	__asm__ volatile("pushf\n\tandq $~0x100, (%%rsp)\n\tpopf" ::: "memory", "cc");
	return endless;
}

static long LOOP
waits(void)
{
	while (!flag)
		;
	return 0;
}

static long LOOP
waits_and_counts(void)
{
	while (!flag)
		tries++;
	return 0;
}

static long LOOP
waits_and_hashes(void)
{
	long h = 1;
	for (int seen; !(seen = flag);)
		h = h * 31 + seen;
	return h;
}

static long LOOP
waits_and_pauses(void)
{
	while (!flag)
		for (int i = 0; i < 50; i++)
			__builtin_ia32_pause();
	return 0;
}

static long LOOP
waits_for_longer_and_longer(void)
{
	for (int pause = 1; !flag; pause = pause < 64 ? pause * 2 : pause)
		for (volatile int i = 0; i < pause; i++)
			;
	return 0;
}

static long LOOP
exchanges(void)
{
	while (__atomic_exchange_n(&flag, 0, __ATOMIC_SEQ_CST) == 0)
		;
	return 0;
}

static struct seat {
	struct seat *volatile next;
	volatile int hungry;
} seats[5];

static struct seat *LOOP
lay_table(int hungry)
{
	for (int i = 0; i < 5; i++)
		seats[i] = (struct seat){&seats[(i + 1) % 5], hungry};
	return seats;
}

/* Where it looks varies, and decides: and yet it comes around to where it was. */
static long LOOP
goes_around(void)
{
	const struct seat *s = lay_table(0);
	while (!s->hungry && !flag)
		s = s->next;
	return 0;
}

static void
who_waits_for_others_goes_round_for_ever(void **state)
{
	assert_true(is_endless(waits));
	assert_true(is_endless(waits_and_counts));
	assert_true(is_endless(waits_and_hashes));
	assert_true(is_endless(waits_and_pauses));
	assert_true(is_endless(waits_for_longer_and_longer));
	assert_true(is_endless(exchanges));
	assert_true(is_endless(goes_around));
}

static void
what_it_reads_and_changes_is_told(void **state)
{
	bool found = false, counted = false;
	assert_true(is_endless(waits_and_counts));
	const struct endless_round *r = endless_round();
	for (size_t i = 0; i < r->nlooks; i++)
		found = found || (r->looks[i].at == (uintptr_t)&flag && r->looks[i].size == sizeof flag && r->looks[i].value == 0);
	for (size_t i = 0; i < r->nchanges; i++)
		counted = counted || r->changes[i] == ((uintptr_t)&tries & ~(uintptr_t)7);
	assert_true(found);
	assert_true(counted);
}

static long LOOP
counts(void)
{
	unsigned long x = 1;
	for (int i = 0; i < LONG && !flag; i++)
		x = x * 6364136223846793005ul + 1;
	return (long)x;
}

static long LOOP
counts_up_to_what_it_reads(void)
{
	long sum = 0;
	for (int i = 0; i < limit; i++)
		sum += i ^ limit;
	return sum;
}

static long LOOP
counts_in_memory(void)
{
	while (tries < LONG)
		tries++;
	return 0;
}

/* Once around is as often as it is allowed to be, and each time it takes something away. */
static long LOOP
goes_around_until_all_are_fed(void)
{
	struct seat *s = lay_table(LONG / 5);
	while (s->hungry && !flag) {
		s->hungry--;
		s = s->next;
	}
	return 0;
}

/* What is compared in the end is the same for long, but comes of what counts. */
static long LOOP
counts_in_the_lower_part(void)
{
	for (unsigned i = 0;; i++) {
		unsigned upper = i >> 9;
		__asm__ volatile("" : "+r"(upper));
		if (upper != 0)
			return i;
	}
}

static long LOOP
decides_by_a_flag_of_its_own(void)
{
	bool more = true;
	for (int i = 0; more; i++) {
		more = i < LONG;
		__asm__ volatile("" : "+r"(more));
	}
	return 0;
}

static long LOOP
nests(void)
{
	long sum = 0;
	for (int i = 0; i < 40; i++)
		for (int k = 0; k < 40; k++) {
			sum += i ^ k;
			__asm__ volatile("" : "+r"(sum));
		}
	return sum;
}

static long LOOP
fills(void)
{
	static char room[LONG];
	void *at = room;
	size_t n = sizeof room;
	__asm__ volatile("rep stosb" : "+D"(at), "+c"(n) : "a"(7) : "memory");
	return room[3];
}

#if !defined __SANITIZE_ADDRESS__

static int
by_number(const void *a, const void *b)
{
	const int *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static long LOOP
sorts(void)
{
	static int numbers[200];
	for (int i = 0; i < 200; i++)
		numbers[i] = i * 7919 % 200;
	qsort(numbers, 200, sizeof *numbers, by_number);
	return numbers[0];
}

#endif

static long LOOP
adds_fractions(void)
{
	volatile double sum = 0;
	while (sum < LONG)
		sum += 1.5;
	return (long)sum;
}

static void
who_computes_may_end(void **state)
{
	assert_false(is_endless(counts));
	assert_false(is_endless(counts_up_to_what_it_reads));
	assert_false(is_endless(counts_in_memory));
	assert_false(is_endless(counts_in_the_lower_part));
	assert_false(is_endless(decides_by_a_flag_of_its_own));
	assert_false(is_endless(nests));
	assert_false(is_endless(fills));
#if !defined __SANITIZE_ADDRESS__
	assert_false(is_endless(sorts)); /* the sanitizer has a qsort of its own, which looks where nobody else may */
#endif
	assert_false(is_endless(adds_fractions));
	assert_false(is_endless(goes_around_until_all_are_fed));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_waits_for_others_goes_round_for_ever),
		cmocka_unit_test(what_it_reads_and_changes_is_told),
		cmocka_unit_test(who_computes_may_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
	return 0;
}

#endif
