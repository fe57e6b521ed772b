/* What a thread waits in, by what the kernel says of one. */
#include "drivers/free/proc.h"
#include "drivers/free/waits.h"

#include "unit/unit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LARGE = 256 << 20, TRIES = 50, LOOKS = 1000 };

static int file, ends[2];
static unsigned char *bytes;
static atomic_int number;
static atomic_bool over;

static char
state_of(pid_t thread)
{
	char path[64], text[512];
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread);
	const char *name_end = proc_read(path, text, sizeof text) ? strrchr(text, ')') : NULL;
	return name_end ? name_end[2] : '?';
}

static void
nap(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static void *
write_much(void *arg)
{
	if (pwrite(file, bytes, LARGE, 0) < 0)
		abort();
	return arg;
}

static void *
write_little(void *arg)
{
	number = gettid();
	while (!over)
		if (pwrite(file, "", 1, 0) < 0)
			abort();
	return arg;
}

static void *
read_from_pipe(void *arg)
{
	char c;
	number = gettid();
	if (read(ends[0], &c, 1) < 0)
		abort();
	return arg;
}

/* Was it seen, and in the same state before and after? */
static bool
seen_in(char state, enum waiting *what)
{
	bool same = state_of(number) == state;
	*what = waits_of(number);
	return same && state_of(number) == state;
}

/* It waits for the file, which the other one has for itself while it writes. */
static void
who_waits_for_a_lock_of_the_kernel_is_busy(void **unused)
{
	pthread_t much, little;
	enum waiting what = WAITING_OUTSIDE;
	bool seen = false;
	(void)unused;
	file = memfd_create("large", MFD_CLOEXEC);
	bytes = mmap(NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	number = 0;
	over = false;
	assert_int_equal(pthread_create(&little, NULL, write_little, NULL), 0);
	while (!number)
		nap();
	for (int i = 0; i < TRIES && !seen; i++) {
		assert_int_equal(pthread_create(&much, NULL, write_much, NULL), 0);
		for (int k = 0; k < LOOKS && !seen; k++)
			seen = seen_in('D', &what);
		pthread_join(much, NULL);
	}
	over = true;
	pthread_join(little, NULL);
	munmap(bytes, LARGE);
	close(file);
	assert_true(seen);
	assert_int_equal(what, WAITING_NOT);
}

static void
who_reads_from_an_empty_pipe_waits_for_somebody(void **unused)
{
	pthread_t reader;
	enum waiting what = WAITING_NOT;
	(void)unused;
	number = 0;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(pthread_create(&reader, NULL, read_from_pipe, NULL), 0);
	while (!number || !seen_in('S', &what) || what == WAITING_NOT)
		nap();
	assert_int_equal(what, WAITING_OUTSIDE);
	assert_int_equal(write(ends[1], "", 1), 1);
	pthread_join(reader, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_waits_for_a_lock_of_the_kernel_is_busy),
		cmocka_unit_test(who_reads_from_an_empty_pipe_waits_for_somebody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
