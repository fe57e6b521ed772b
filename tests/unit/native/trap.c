/* The traps alone: what there is to call, and who notices, are ours. */
#include "drivers/native/trap.h"

#include "drivers/native/library.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/settled.h"
#include "drivers/native/stubs.h"

#include "unit/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct real real;

static struct task *running;
static const char *told;
static char words[64];
static int variable;

struct task *
schedule_self(void)
{
	return running;
}

void
unseen(const char *what, const void *place)
{
	told = place ? strcpy(words, what) : NULL;
}

enum symbol_class
symbol_class(const char *symbol)
{
	return strncmp(symbol, "known", 5) == 0 ? SYMBOL_HARMLESS : SYMBOL_BLOCKS;
}

const char *
symbol_class_name(enum symbol_class class)
{
	return class == SYMBOL_BLOCKS ? "blocks" : "harmless";
}

bool
library_brings(const char *symbol)
{
	return strcmp(symbol, "brought") == 0;
}

static int
print(char *to, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vsprintf(to, format, args);
	va_end(args);
	return n;
}

static void *
look_up(void *handle, const char *symbol)
{
	if (strcmp(symbol, "variable") == 0)
		return &variable;
	return strcmp(symbol, "nowhere") == 0 ? NULL : (void *)(uintptr_t)print;
}

typedef int printing(char *, const char *, ...);

static printing *
armed_trap(void)
{
	settled_open();
	real.dlsym = look_up;
	void *stub = trap_for("print");
	assert_ptr_equal(trap_for("print"), stub);
	stubs_arm();
	return (printing *)(uintptr_t)stub;
}

static void
outside_of_tests_a_function_gets_all_its_arguments(void **state)
{
	char text[128];
	printing *stub = armed_trap();
	assert_non_null(stub);
	told = NULL;
	int n = stub(text, "%d %g %ld %s %g %g %c %g %d %g %g %g %g %g", 1, 2.5, 3L, "four", 5.5, 6.5, '7', 8.5, 9, 10.5, 11.5, 12.5, 13.5, 14.5);
	assert_string_equal(text, "1 2.5 3 four 5.5 6.5 7 8.5 9 10.5 11.5 12.5 13.5 14.5");
	assert_int_equal(n, (int)strlen(text));
	assert_null(told);
}

static void
a_call_by_a_task_is_told(void **state)
{
	char text[16];
	struct task task = {0};
	printing *stub = armed_trap();
	running = &task;
	stub(text, "%d", 1);
	running = NULL;
	assert_string_equal(told, "print (blocks)");
}

static void
what_is_known_or_cannot_be_called_is_left_alone(void **state)
{
	real.dlsym = look_up;
	assert_null(trap_for("known"));
	assert_null(trap_for("brought"));
	assert_null(trap_for("variable"));
	assert_null(trap_for("nowhere"));
	assert_true(trap_covers("variable"));
	assert_true(trap_covers("nowhere"));
	assert_false(trap_covers("known"));
	assert_false(trap_covers("never asked for"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_known_or_cannot_be_called_is_left_alone),
		cmocka_unit_test(outside_of_tests_a_function_gets_all_its_arguments),
		cmocka_unit_test(a_call_by_a_task_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
