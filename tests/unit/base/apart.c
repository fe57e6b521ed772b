/* What a process apart can do, which is to compute and to answer; and what is heard of one that does anything else. */
#include "base/apart.h"

#include "unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DONE = 7 };

static const unsigned char *volatile nowhere = (const unsigned char *)16; /* where no page is */

static void
try_what_is_not_allowed(int file, int channel, void *context)
{
	unsigned done = 0;
	done += open("/dev/null", O_RDONLY) >= 0;
	done += open("/proc/self/mem", O_RDWR) >= 0;
	done += socket(AF_INET, SOCK_STREAM, 0) >= 0;
	done += fork() >= 0;
	done += kill(getppid(), 0) == 0;
	done += unlink("apart.made") == 0 || errno != EPERM;
	done += execl("/bin/true", "true", (char *)NULL) == 0;
	apart_tell(channel, done, "");
}

static void
read_the_file(int file, int channel, void *context)
{
	char text[100] = "";
	bool read_it = pread(file, text, sizeof text - 1, 0) > 0;
	apart_tell(channel, DONE, read_it ? text : "nothing");
}

static void
compute_for_ever(int file, int channel, void *context)
{
	for (volatile unsigned i = 0;; i++)
		;
}

static unsigned
dig(volatile unsigned depth)
{
	volatile unsigned char room[4096] = {0};
	return depth == 1 ? room[depth] + 0u : dig(depth + 2) + room[depth % sizeof room];
}

static void
use_up_the_stack(int file, int channel, void *context)
{
	apart_tell(channel, dig(2), "");
}

static void
use_up_memory(int file, int channel, void *context)
{
	unsigned n = 0;
	while (n < 64 && malloc(64 << 20))
		n++;
	apart_tell(channel, n, "");
}

static void
write_elsewhere(int file, int channel, void *context)
{
	apart_tell(channel, *nowhere, "");
}

static void
say_too_much(int file, int channel, void *context)
{
	static char much[5000];
	memset(much, 'x', sizeof much - 1);
	apart_tell(channel, DONE, much);
}

/* What is told first; false: nothing. */
static bool
hear(void (*serve)(int, int, void *), int file, unsigned *kind, char text[1000], int *signal)
{
	struct apart a;
	apart_start(&a, 1, file, serve, NULL);
	assert_true(a.pid > 0);
	bool told = apart_hear(a.channel, kind, text, 1000);
	*signal = apart_stop(&a);
	return told;
}

static void
it_can_do_nothing_to_others(void **state)
{
	unsigned kind = 99;
	char text[1000];
	int signal;
	assert_true(hear(try_what_is_not_allowed, STDIN_FILENO, &kind, text, &signal));
	assert_int_equal(kind, 0);
}

static void
it_reads_what_is_open_and_answers(void **state)
{
	unsigned kind = 0;
	char text[1000];
	int signal, file = open("apart.file", O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_int_equal(write(file, "words", 5), 5);
	assert_true(hear(read_the_file, file, &kind, text, &signal));
	assert_int_equal(kind, DONE);
	assert_string_equal(text, "words");
	close(file);
	unlink("apart.file");
}

static void
how_it_ended_is_known(void **state)
{
	unsigned kind;
	char text[1000];
	int signal;
	assert_false(hear(compute_for_ever, STDIN_FILENO, &kind, text, &signal));
	assert_int_equal(signal, SIGXCPU);
	assert_false(hear(use_up_the_stack, STDIN_FILENO, &kind, text, &signal));
	assert_int_equal(signal, SIGSEGV);
	assert_false(hear(write_elsewhere, STDIN_FILENO, &kind, text, &signal));
	assert_int_not_equal(signal, 0);
	assert_false(hear(say_too_much, STDIN_FILENO, &kind, text, &signal));
}

static void
its_memory_is_limited(void **state)
{
	unsigned kind = 99;
	char text[1000];
	int signal;
	if (hear(use_up_memory, STDIN_FILENO, &kind, text, &signal)) /* or it was ended by who looks after memory */
		assert_in_range(kind, 0, 16);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_can_do_nothing_to_others),
		cmocka_unit_test(it_reads_what_is_open_and_answers),
		cmocka_unit_test(how_it_ended_is_known),
		cmocka_unit_test(its_memory_is_limited),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
