#include "drivers/native/memory.h"

#include "drivers/native/access.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/misuse.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So much is copied at once, and so is what overlaps: nothing in between is ever seen. */
enum { AT_ONCE = 8 };

static bool
overlap(const void *a, const void *b, size_t n)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
	return x < y + n && y < x + n;
}

/* Others may come when half of it is there. */
static void
copy(void *to, const void *from, size_t n, const void *place)
{
	size_t half = n > AT_ONCE && !overlap(to, from, n) ? (n / 2 + AT_ONCE - 1) / AT_ONCE * AT_ONCE : 0;
	access_memory(from, n, RACE_READ, place);
	memcpy(to, from, half);
	access_memory(to, n, RACE_WRITE, place);
	memmove((char *)to + half, (const char *)from + half, n - half);
}

static void *
copy_memory(void *to, const void *from, size_t n)
{
	copy(to, from, n, PLACE);
	return to;
}

static void *
fill_memory(void *at, int byte, size_t n)
{
	access_memory(at, n, RACE_WRITE, PLACE);
	return memset(at, byte, n);
}

static int
compare_memory(const void *a, const void *b, size_t n)
{
	access_memory(a, n, RACE_READ, PLACE);
	access_memory(b, n, RACE_READ, PLACE);
	return memcmp(a, b, n);
}

static size_t
length_of_string(const char *s)
{
	access_memory(s, strlen(s) + 1, RACE_READ, PLACE);
	return strlen(s);
}

static char *
copy_string(char *to, const char *from)
{
	copy(to, from, strlen(from) + 1, PLACE);
	return to;
}

static char *
copy_part(char *to, const char *from, size_t n)
{
	size_t length = strnlen(from, n);
	access_memory(from, length < n ? length + 1 : n, RACE_READ, PLACE);
	access_memory(to, n, RACE_WRITE, PLACE);
	return strncpy(to, from, n);
}

static char *
append_string(char *to, const char *from)
{
	access_memory(to, strlen(to) + 1, RACE_READ, PLACE);
	copy(to + strlen(to), from, strlen(from) + 1, PLACE);
	return to;
}

/* What two strings of up to n characters have in common. */
static size_t
common_part(const char *a, const char *b, size_t n)
{
	size_t i = 0;
	while (i < n && a[i] == b[i] && a[i])
		i++;
	return i;
}

/* Up to where they differ, and no farther: what lies behind is nobody's business. What is said is how they are then. */
static int
compare_part(const char *a, const char *b, size_t n, const void *place)
{
	size_t i = common_part(a, b, n), looked = i < n ? i + 1 : n;
	access_memory(a, looked, RACE_READ, place);
	access_memory(b, looked, RACE_READ, place);
	i = common_part(a, b, n);
	return i < n ? (unsigned char)a[i] - (unsigned char)b[i] : 0;
}

static int
compare_strings(const char *a, const char *b)
{
	return compare_part(a, b, SIZE_MAX, PLACE);
}

static int
compare_parts(const char *a, const char *b, size_t n)
{
	return compare_part(a, b, n, PLACE);
}

/* --- whose accesses are no points, but have to be within what there is --- */

static char *
append_part(char *to, const char *from, size_t n)
{
	size_t had = strlen(to);
	access_bare(to, had + strnlen(from, n) + 1, true, PLACE);
	return strncat(to, from, n);
}

static char *
copy_to_end(char *to, const char *from)
{
	access_bare(to, strlen(from) + 1, true, PLACE);
	return stpcpy(to, from);
}

/* What a print of these arguments writes, of which there is room for so much. What it returns needs no looking at: the real one does. */
static void
check_print(char *to, size_t room, const char *format, va_list arguments, const void *place)
{
	va_list copied;
	va_copy(copied, arguments);
	int length = vsnprintf(NULL, 0, format, copied);
	va_end(copied);
	if (length >= 0)
		access_bare(to, (size_t)length < room ? (size_t)length + 1 : room, true, place);
}

static int
print_within(char *to, size_t room, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	check_print(to, room, format, arguments, PLACE);
	int length = vsnprintf(to, room, format, arguments);
	va_end(arguments);
	return length;
}

static int
print_arguments_within(char *to, size_t room, const char *format, va_list arguments)
{
	check_print(to, room, format, arguments, PLACE);
	return vsnprintf(to, room, format, arguments);
}

static int
print(char *to, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	check_print(to, SIZE_MAX, format, arguments, PLACE);
	int length = vsprintf(to, format, arguments);
	va_end(arguments);
	return length;
}

static int
print_arguments(char *to, const char *format, va_list arguments)
{
	check_print(to, SIZE_MAX, format, arguments, PLACE);
	return vsprintf(to, format, arguments);
}

/* --- of code, for those who tell of no access --- */

static void *
copy_code(void *to, const void *from, size_t n)
{
	breakpoints_read(from, n);
	return memcpy(to, from, n);
}

static void *
move_code(void *to, const void *from, size_t n)
{
	breakpoints_read(from, n);
	return memmove(to, from, n);
}

static int
compare_code(const void *a, const void *b, size_t n)
{
	breakpoints_read(a, n);
	breakpoints_read(b, n);
	return memcmp(a, b, n);
}

struct entry {
	const char *name;
	void *function;
};

#define ENTRY(name, function) {name, (void *)(uintptr_t)(function)}

static void *
find(const struct entry *table, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(table[i].name, name) == 0)
			return table[i].function;
	return NULL;
}

void *
memory_function(const char *name)
{
	static const struct entry table[] = {
		ENTRY("memcpy", copy_memory), ENTRY("memmove", copy_memory), ENTRY("memset", fill_memory), ENTRY("memcmp", compare_memory),
		ENTRY("bcmp", compare_memory), ENTRY("strlen", length_of_string), ENTRY("strcpy", copy_string), ENTRY("strncpy", copy_part),
		ENTRY("strcat", append_string), ENTRY("strcmp", compare_strings), ENTRY("strncmp", compare_parts),
		ENTRY("strncat", append_part), ENTRY("stpcpy", copy_to_end), ENTRY("snprintf", print_within), ENTRY("vsnprintf", print_arguments_within),
		ENTRY("sprintf", print), ENTRY("vsprintf", print_arguments),
	};
	return find(table, sizeof table / sizeof *table, name);
}

void *
memory_function_for_code(const char *name)
{
	static const struct entry table[] = {
		ENTRY("memcpy", copy_code), ENTRY("memmove", move_code), ENTRY("memcmp", compare_code), ENTRY("bcmp", compare_code),
	};
	return find(table, sizeof table / sizeof *table, name);
}
