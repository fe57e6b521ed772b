#include "drivers/native/memory.h"

#include "drivers/native/access.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/callbacks.h"
#include "drivers/native/caller.h"
#include "drivers/native/formats.h"
#include "drivers/native/margins.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/settled.h"
#include "drivers/native/shown.h"
#include "drivers/native/stateful.h"

#include <dlfcn.h>
#include <limits.h>
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/*
 * Without hooks there is nothing that reads could be compared with, and those who call others are stopped in front of that, as site.c has it. But
 * between what a function reads and what it then writes, others come all the same.
 */
static void
touch(const void *at, size_t size, enum race_kind kind, const void *place)
{
	static const struct shared_state memory = SHARED_STATE("memory");
	if (access_hooked() || margins_used)
		access_memory(at, size, kind, place);
	else if (kind == RACE_WRITE && size > 0 && shown_memory(at, 1))
		stateful_changes(&memory, at, place);
}

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
	touch(from, n, RACE_READ, place);
	memcpy(to, from, half);
	touch(to, n, RACE_WRITE, place);
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
	touch(at, n, RACE_WRITE, PLACE);
	return memset(at, byte, n);
}

static int
compare_memory(const void *a, const void *b, size_t n)
{
	touch(a, n, RACE_READ, PLACE);
	touch(b, n, RACE_READ, PLACE);
	return memcmp(a, b, n);
}

static size_t
length_of_string(const char *s)
{
	touch(s, strlen(s) + 1, RACE_READ, PLACE);
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
	touch(from, length < n ? length + 1 : n, RACE_READ, PLACE);
	touch(to, n, RACE_WRITE, PLACE);
	return strncpy(to, from, n);
}

static char *
append_string(char *to, const char *from)
{
	touch(to, strlen(to) + 1, RACE_READ, PLACE);
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
	touch(a, looked, RACE_READ, place);
	touch(b, looked, RACE_READ, place);
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


/* --- more that copy --- */

static void *
copy_and_go_on(void *to, const void *from, size_t n)
{
	copy(to, from, n, PLACE);
	return (char *)to + n;
}

static char *
copy_to_end(char *to, const char *from)
{
	size_t n = strlen(from);
	copy(to, from, n + 1, PLACE);
	return to + n;
}

static void
append(char *to, const char *from, size_t n, const void *place)
{
	char *end = to + strlen(to);
	touch(to, (size_t)(end - to) + 1, RACE_READ, place);
	touch(from, n, RACE_READ, place);
	touch(end, n + 1, RACE_WRITE, place);
	memcpy(end, from, n);
	end[n] = '\0';
}

static char *
append_part(char *to, const char *from, size_t n)
{
	append(to, from, strnlen(from, n), PLACE);
	return to;
}

static size_t
copy_what_fits(char *to, const char *from, size_t room)
{
	size_t length = strlen(from), n = length < room ? length : room - 1;
	touch(from, length + 1, RACE_READ, PLACE);
	if (room == 0)
		return length;
	touch(to, n + 1, RACE_WRITE, PLACE);
	memcpy(to, from, n);
	to[n] = '\0';
	return length;
}

static size_t
append_what_fits(char *to, const char *from, size_t room)
{
	size_t before = strnlen(to, room), length = strlen(from);
	if (before < room)
		append(to, from, length < room - before ? length : room - before - 1, PLACE);
	return before + length;
}

/* The next word of a string; where the caller goes on is kept where others may find it, too. */
static char *
take_word(char **at, const char *ends, char *(*take)(char *, const char *, char **), char *from, const void *place)
{
	char *rest = NULL;
	if (!from) {
		touch(at, sizeof *at, RACE_READ, place);
		from = rest = *at;
	}
	if (from)
		touch(from, strlen(from) + 1, RACE_WRITE, place);
	char *word = take(from, ends, &rest);
	touch(at, sizeof *at, RACE_WRITE, place);
	*at = rest;
	return word;
}

static char *
separate(char *from, const char *ends, char **rest)
{
	(void)from;
	return strsep(rest, ends);
}

static char *
separate_word(char **at, const char *ends)
{
	return take_word(at, ends, separate, NULL, PLACE);
}

static char *
next_word(char *from, const char *ends, char **rest)
{
	return take_word(rest, ends, strtok_r, from, PLACE);
}

/* --- sets of signals: the system has 64, a bit each, and the rest of a set is not used --- */

union signals {
	sigset_t set;
	uint64_t bits;
};
enum { SIGNALS = sizeof(uint64_t) };

static int
change_signal(sigset_t *set, int number, int (*change)(sigset_t *, int), const void *place)
{
	union signals copy = {.bits = 0};
	touch(set, SIGNALS, RACE_READ, place);
	memcpy(&copy, set, SIGNALS);
	int result = change(&copy.set, number);
	if (result == 0) {
		touch(set, SIGNALS, RACE_WRITE, place);
		memcpy(set, &copy, SIGNALS);
	}
	return result;
}

static int
add_signal(sigset_t *set, int number)
{
	return change_signal(set, number, sigaddset, PLACE);
}

static int
delete_signal(sigset_t *set, int number)
{
	return change_signal(set, number, sigdelset, PLACE);
}

/* --- what is searched, and lists --- */

CALLS_IMPLEMENTATION static void *
find(const void *key, const void *at, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	callback_given((const void *)(uintptr_t)compare);
	for (const char *p = at; n-- > 0; p += size)
		if (compare(key, p) == 0)
			return (void *)(uintptr_t)p;
	return NULL;
}

static void *
find_in_array(const void *key, const void *at, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
	touch(n, sizeof *n, RACE_READ, PLACE);
	return find(key, at, *n, size, compare);
}

static void *
find_or_add(const void *key, void *at, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
	touch(n, sizeof *n, RACE_READ, PLACE);
	void *found = find(key, at, *n, size, compare), *end = (char *)at + *n * size;
	if (found)
		return found;
	copy(end, key, size, PLACE);
	touch(n, sizeof *n, RACE_READ, PLACE);
	size_t more = *n + 1;
	touch(n, sizeof *n, RACE_WRITE, PLACE);
	*n = more;
	return end;
}

/* As lists of insque() begin. */
struct element {
	struct element *next, *before;
};

static struct element *
get(struct element *const *at, const void *place)
{
	touch(at, sizeof(void *), RACE_READ, place);
	return *at;
}

static void
put(struct element **at, struct element *value, const void *place)
{
	touch(at, sizeof(void *), RACE_WRITE, place);
	*at = value;
}

static void
insert(void *element, void *behind)
{
	struct element *e = element, *before = behind, *next = before ? get(&before->next, PLACE) : NULL;
	if (before)
		put(&before->next, e, PLACE);
	if (next)
		put(&next->before, e, PLACE);
	put(&e->next, next, PLACE);
	put(&e->before, before, PLACE);
}

static void
take_out(void *element)
{
	struct element *e = element, *next = get(&e->next, PLACE), *before = get(&e->before, PLACE);
	if (next)
		put(&next->before, before, PLACE);
	if (before)
		put(&before->next, next, PLACE);
}

static void
sort(void *at, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	touch(at, n * size, RACE_READ, PLACE);
	touch(at, n * size, RACE_WRITE, PLACE);
	callback_given((const void *)(uintptr_t)compare);
	qsort(at, n, size, compare);
}

/* --- text --- */

__attribute__((format(printf, 3, 0))) static int
print(char *to, size_t room, const char *format, va_list values, const void *place)
{
	va_list again;
	int error = errno;
	va_copy(again, values);
	format_prints(format, values, place);
	int n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (n >= 0 && room > 0)
		touch(to, (size_t)n < room ? (size_t)n + 1 : room, RACE_WRITE, place);
	errno = error;
	return room > INT_MAX ? vsprintf(to, format, values) : vsnprintf(to, room, format, values);
}

__attribute__((format(printf, 3, 0))) static int
print_list(char *to, size_t room, const char *format, va_list values)
{
	return print(to, room, format, values, PLACE);
}

__attribute__((format(printf, 2, 0))) static int
print_list_unbounded(char *to, const char *format, va_list values)
{
	return print(to, SIZE_MAX, format, values, PLACE);
}

__attribute__((format(printf, 5, 0))) static int
print_list_checked(char *to, size_t room, int flag, size_t size, const char *format, va_list values)
{
	(void)flag;
	if (room > size)
		misuse("prints more than the buffer holds", PLACE);
	return print(to, room, format, values, PLACE);
}

#define PRINT(room, last) \
	va_list values; \
	va_start(values, last); \
	int n = print(to, room, format, values, PLACE); \
	va_end(values); \
	return n

__attribute__((format(printf, 3, 4))) static int
print_values(char *to, size_t room, const char *format, ...)
{
	PRINT(room, format);
}

__attribute__((format(printf, 2, 3))) static int
print_unbounded(char *to, const char *format, ...)
{
	PRINT(SIZE_MAX, format);
}

__attribute__((format(printf, 5, 6))) static int
print_checked(char *to, size_t room, int flag, size_t size, const char *format, ...)
{
	(void)flag;
	if (room > size)
		misuse("prints more than the buffer holds", PLACE);
	PRINT(room, format);
}

__attribute__((format(printf, 4, 5))) static int
print_unbounded_checked(char *to, int flag, size_t size, const char *format, ...)
{
	va_list values;
	(void)flag;
	va_start(values, format);
	int n = print(to, size, format, values, PLACE);
	va_end(values);
	if (n >= 0 && (size_t)n >= size)
		misuse("prints more than the buffer holds", PLACE);
	return n;
}

__attribute__((format(scanf, 2, 0))) static int
scan(const char *s, const char *format, va_list to, const void *place)
{
	touch(s, strlen(s) + 1, RACE_READ, place);
	format_scans(format, to, place);
	return vsscanf(s, format, to);
}

__attribute__((format(scanf, 2, 0))) static int
scan_list(const char *s, const char *format, va_list to)
{
	return scan(s, format, to, PLACE);
}

__attribute__((format(scanf, 2, 3))) static int
scan_values(const char *s, const char *format, ...)
{
	va_list to;
	va_start(to, format);
	int n = scan(s, format, to, PLACE);
	va_end(to);
	return n;
}

/* --- all others: what is read and written is said first, then the C library does it --- */

#define READ(at, size) touch(at, size, RACE_READ, place)
#define WRITE(at, size) touch(at, size, RACE_WRITE, place)
#define READ_STRING(s) READ(s, strlen(s) + 1)
#define READ_WIDE(s, n) READ(s, (n) * sizeof(wchar_t))

/* Of n bytes, those up to one that was found. */
static size_t
up_to(const void *from, const void *found, size_t n)
{
	return found ? (size_t)((const char *)found - (const char *)from) + 1 : n;
}

static size_t
part_of_string(const char *s, size_t most)
{
	size_t n = strnlen(s, most);
	return n < most ? n + 1 : n;
}

/* Up to where they differ in more than case. */
static size_t
alike(const char *a, const char *b, size_t n)
{
	size_t i = 0;
	while (i < n && a[i] && strncasecmp(a + i, b + i, 1) == 0)
		i++;
	return i < n ? i + 1 : n;
}

/* A number is read up to the first character that is none of it. */
#define READ_NUMBER(convert) \
	do { \
		char *behind; \
		int error = errno; \
		(void)convert; \
		errno = error; \
		READ(s, (size_t)(behind - s) + 1); \
		if (end) \
			WRITE(end, sizeof *end); \
	} while (0)

#define WHOLE(F, type, name, convert) F(type, name, (const char *s, char **end, int base), (s, end, base), READ_NUMBER(convert(s, &behind, base)))
#define REAL(F, type, name) F(type, name, (const char *s, char **end), (s, end), READ_NUMBER(name(s, &behind)))
#define DIGITS(F, type, name) F(type, name, (const char *s), (s), READ(s, strspn(s, " \f\n\r\t\v+-0123456789.eE") + 1))

/* Type, name, parameters, arguments, and what is read and written. */
#define FUNCTIONS(F) \
	F(void *, memchr, (const void *s, int c, size_t n), (s, c, n), READ(s, up_to(s, memchr(s, c, n), n))) \
	F(void *, memrchr, (const void *s, int c, size_t n), (s, c, n), READ(s, n)) \
	F(void *, rawmemchr, (const void *s, int c), (s, c), READ(s, up_to(s, rawmemchr(s, c), 0))) \
	F(void *, memmem, (const void *s, size_t n, const void *part, size_t m), (s, n, part, m), READ(s, n); READ(part, m)) \
	F(void *, memccpy, (void *to, const void *from, int c, size_t n), (to, from, c, n), n = up_to(from, memchr(from, c, n), n); READ(from, n); WRITE(to, n)) \
	F(size_t, strnlen, (const char *s, size_t n), (s, n), READ(s, part_of_string(s, n))) \
	F(char *, stpncpy, (char *to, const char *from, size_t n), (to, from, n), READ(from, part_of_string(from, n)); WRITE(to, n)) \
	F(int, strcasecmp, (const char *a, const char *b), (a, b), READ_STRING(a); READ_STRING(b)) \
	F(int, strncasecmp, (const char *a, const char *b, size_t n), (a, b, n), READ(a, alike(a, b, n)); READ(b, alike(a, b, n))) \
	F(int, strcoll, (const char *a, const char *b), (a, b), READ_STRING(a); READ_STRING(b)) \
	F(char *, strchr, (const char *s, int c), (s, c), READ(s, up_to(s, strchrnul(s, c), 0))) \
	F(char *, strchrnul, (const char *s, int c), (s, c), READ(s, up_to(s, strchrnul(s, c), 0))) \
	F(char *, index, (const char *s, int c), (s, c), READ(s, up_to(s, strchrnul(s, c), 0))) \
	F(char *, strrchr, (const char *s, int c), (s, c), READ_STRING(s)) \
	F(char *, rindex, (const char *s, int c), (s, c), READ_STRING(s)) \
	F(char *, strstr, (const char *s, const char *part), (s, part), READ_STRING(s); READ_STRING(part)) \
	F(char *, strcasestr, (const char *s, const char *part), (s, part), READ_STRING(s); READ_STRING(part)) \
	F(size_t, strspn, (const char *s, const char *of), (s, of), READ(s, strspn(s, of) + 1); READ_STRING(of)) \
	F(size_t, strcspn, (const char *s, const char *of), (s, of), READ(s, strcspn(s, of) + 1); READ_STRING(of)) \
	F(char *, strpbrk, (const char *s, const char *of), (s, of), READ(s, strcspn(s, of) + 1); READ_STRING(of)) \
	F(size_t, wcslen, (const wchar_t *s), (s), READ_WIDE(s, wcslen(s) + 1)) \
	F(wchar_t *, wcscpy, (wchar_t *to, const wchar_t *from), (to, from), READ_WIDE(from, wcslen(from) + 1); WRITE(to, (wcslen(from) + 1) * sizeof *to)) \
	F(int, wcscmp, (const wchar_t *a, const wchar_t *b), (a, b), READ_WIDE(a, wcslen(a) + 1); READ_WIDE(b, wcslen(b) + 1)) \
	F(wchar_t *, wmemcpy, (wchar_t *to, const wchar_t *from, size_t n), (to, from, n), READ_WIDE(from, n); WRITE(to, n * sizeof *to)) \
	F(wchar_t *, wmemmove, (wchar_t *to, const wchar_t *from, size_t n), (to, from, n), READ_WIDE(from, n); WRITE(to, n * sizeof *to)) \
	F(wchar_t *, wmemset, (wchar_t *to, wchar_t c, size_t n), (to, c, n), WRITE(to, n * sizeof *to)) \
	F(int, wmemcmp, (const wchar_t *a, const wchar_t *b, size_t n), (a, b, n), READ_WIDE(a, n); READ_WIDE(b, n)) \
	/* numbers */ \
	DIGITS(F, int, atoi) DIGITS(F, long, atol) DIGITS(F, long long, atoll) DIGITS(F, double, atof) \
	WHOLE(F, long, strtol, strtol) WHOLE(F, unsigned long, strtoul, strtoul) WHOLE(F, long long, strtoll, strtoll) \
	WHOLE(F, unsigned long long, strtoull, strtoull) WHOLE(F, intmax_t, strtoimax, strtoimax) WHOLE(F, uintmax_t, strtoumax, strtoumax) \
	REAL(F, double, strtod) REAL(F, float, strtof) REAL(F, long double, strtold) \
	/* sets of signals */ \
	F(int, sigemptyset, (sigset_t *set), (set), WRITE(set, SIGNALS)) \
	F(int, sigfillset, (sigset_t *set), (set), WRITE(set, SIGNALS)) \
	F(int, sigismember, (const sigset_t *set, int number), (set, number), READ(set, SIGNALS)) \
	F(int, sigisemptyset, (const sigset_t *set), (set), READ(set, SIGNALS)) \
	F(int, sigandset, (sigset_t *to, const sigset_t *a, const sigset_t *b), (to, a, b), READ(a, SIGNALS); READ(b, SIGNALS); WRITE(to, SIGNALS)) \
	F(int, sigorset, (sigset_t *to, const sigset_t *a, const sigset_t *b), (to, a, b), READ(a, SIGNALS); READ(b, SIGNALS); WRITE(to, SIGNALS)) \
	/* times */ \
	F(struct tm *, gmtime_r, (const time_t *t, struct tm *to), (t, to), READ(t, sizeof *t); WRITE(to, sizeof *to)) \
	F(size_t, strftime, (char *to, size_t n, const char *format, const struct tm *t), (to, n, format, t), READ(t, sizeof *t); if (n) WRITE(to, 1))

/* What _FORTIFY_SOURCE makes of others. */
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);

#define CHECKED(F) \
	F(void *, __memcpy_chk, (void *to, const void *from, size_t n, size_t room), (to, from, n, room), READ(from, n); WRITE(to, n)) \
	F(void *, __memmove_chk, (void *to, const void *from, size_t n, size_t room), (to, from, n, room), READ(from, n); WRITE(to, n)) \
	F(void *, __memset_chk, (void *at, int byte, size_t n, size_t room), (at, byte, n, room), WRITE(at, n)) \
	F(char *, __strcpy_chk, (char *to, const char *from, size_t room), (to, from, room), READ_STRING(from); WRITE(to, strlen(from) + 1)) \
	F(char *, __strncpy_chk, (char *to, const char *from, size_t n, size_t room), (to, from, n, room), READ(from, part_of_string(from, n)); WRITE(to, n)) \
	F(char *, __strcat_chk, (char *to, const char *from, size_t room), (to, from, room), \
		READ_STRING(to); READ_STRING(from); WRITE(to + strlen(to), strlen(from) + 1))

#define FUNCTIONS_WITHOUT_RESULT(F) \
	F(bcopy, (const void *from, void *to, size_t n), (from, to, n), READ(from, n); WRITE(to, n)) \
	F(bzero, (void *at, size_t n), (at, n), WRITE(at, n)) \
	F(explicit_bzero, (void *at, size_t n), (at, n), WRITE(at, n)) \
	F(swab, (const void *from, void *to, ssize_t n), (from, to, n), if (n > 0) { READ(from, (size_t)n); WRITE(to, (size_t)n); })

#define DEFINE(type, name, parameters, arguments, accesses) \
	static type on_##name parameters \
	{ \
		const void *place = PLACE; \
		accesses; \
		return name arguments; \
	}
#define DEFINE_WITHOUT_RESULT(name, parameters, arguments, accesses) \
	static void on_##name parameters \
	{ \
		const void *place = PLACE; \
		accesses; \
		name arguments; \
	}
FUNCTIONS(DEFINE)
CHECKED(DEFINE)
FUNCTIONS_WITHOUT_RESULT(DEFINE_WITHOUT_RESULT)

/* Random numbers, from what the caller keeps. */
#define DRAW(type, name, state) \
	static type on_##name(state *at) \
	{ \
		_Alignas(state) unsigned char copy[sizeof(state)]; \
		touch(at, sizeof copy, RACE_READ, PLACE); \
		memcpy(copy, at, sizeof copy); \
		type drawn = name((void *)copy); \
		touch(at, sizeof copy, RACE_WRITE, PLACE); \
		memcpy(at, copy, sizeof copy); \
		return drawn; \
	}
typedef unsigned short three_words[3];
DRAW(int, rand_r, unsigned)
DRAW(double, erand48, three_words)
DRAW(long, nrand48, three_words)
DRAW(long, jrand48, three_words)

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

/* --- all of them --- */

struct replacement {
	const char *name;
	void *function;
	bool updates; /* it changes what it has read */
};

#define ENTRY(name, function) {name, (void *)(uintptr_t)(function), false},
#define UPDATES(name, function) {name, (void *)(uintptr_t)(function), true},
#define OWN_ENTRY(type, name, parameters, arguments, accesses) ENTRY(#name, on_##name)
#define OWN_ENTRY_WITHOUT_RESULT(name, parameters, arguments, accesses) ENTRY(#name, on_##name)

static const struct replacement functions[] = {
	ENTRY("memcpy", copy_memory) ENTRY("memmove", copy_memory) ENTRY("memset", fill_memory) ENTRY("memcmp", compare_memory)
	ENTRY("bcmp", compare_memory) ENTRY("strlen", length_of_string) ENTRY("strcpy", copy_string) ENTRY("strncpy", copy_part)
	UPDATES("strcat", append_string) ENTRY("strcmp", compare_strings) ENTRY("strncmp", compare_parts)
	ENTRY("mempcpy", copy_and_go_on) ENTRY("__mempcpy", copy_and_go_on) ENTRY("stpcpy", copy_to_end) ENTRY("__stpcpy", copy_to_end)
	UPDATES("strncat", append_part) ENTRY("strlcpy", copy_what_fits) UPDATES("strlcat", append_what_fits)
	ENTRY("__rawmemchr", on_rawmemchr) ENTRY("__strchrnul", on_strchrnul) UPDATES("strsep", separate_word) UPDATES("__strsep", separate_word)
	UPDATES("strtok_r", next_word) UPDATES("__strtok_r", next_word)
	UPDATES("sigaddset", add_signal) UPDATES("sigdelset", delete_signal)
	ENTRY("lfind", find_in_array) UPDATES("lsearch", find_or_add) UPDATES("insque", insert) UPDATES("remque", take_out) ENTRY("qsort", sort)
	UPDATES("rand_r", on_rand_r) UPDATES("erand48", on_erand48) UPDATES("nrand48", on_nrand48) UPDATES("jrand48", on_jrand48)
	ENTRY("sprintf", print_unbounded) ENTRY("snprintf", print_values) ENTRY("vsprintf", print_list_unbounded) ENTRY("vsnprintf", print_list)
	ENTRY("__sprintf_chk", print_unbounded_checked) ENTRY("__snprintf_chk", print_checked) ENTRY("__vsnprintf_chk", print_list_checked)
	ENTRY("sscanf", scan_values) ENTRY("__isoc99_sscanf", scan_values) ENTRY("vsscanf", scan_list) ENTRY("__isoc99_vsscanf", scan_list)
	ENTRY("__isoc23_strtol", on_strtol) ENTRY("__isoc23_strtoul", on_strtoul) ENTRY("__isoc23_strtoll", on_strtoll) ENTRY("__isoc23_strtoull", on_strtoull)
	FUNCTIONS(OWN_ENTRY) CHECKED(OWN_ENTRY) FUNCTIONS_WITHOUT_RESULT(OWN_ENTRY_WITHOUT_RESULT)
};

static const struct replacement code_functions[] = {
	ENTRY("memcpy", copy_code) ENTRY("memmove", move_code) ENTRY("memcmp", compare_code) ENTRY("bcmp", compare_code)
};

enum { FUNCTIONS_KNOWN = sizeof functions / sizeof *functions, CODE_FUNCTIONS = sizeof code_functions / sizeof *code_functions };

static const struct replacement *
find_replacement(const struct replacement *table, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

void *
memory_function(const char *name)
{
	const struct replacement *r = find_replacement(functions, FUNCTIONS_KNOWN, name);
	return r && (r->updates || access_hooked() || margins_used) ? r->function : NULL;
}

void *
memory_function_for_code(const char *name)
{
	const struct replacement *r = find_replacement(code_functions, CODE_FUNCTIONS, name);
	return r ? r->function : NULL;
}

static const void *own[FUNCTIONS_KNOWN] SETTLED;

void
memory_find(void)
{
	for (size_t i = 0; i < FUNCTIONS_KNOWN; i++)
		own[i] = real.dlsym(RTLD_DEFAULT, functions[i].name);
}

bool
memory_is_accessed_by(const void *function)
{
	for (size_t i = 0; i < FUNCTIONS_KNOWN; i++)
		if (own[i] && own[i] == function)
			return true;
	for (size_t i = 0; i < CODE_FUNCTIONS; i++)
		if (code_functions[i].function == function)
			return true;
	return false;
}
