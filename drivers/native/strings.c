/* Strings that the C library allocates for the implementation: they come from its heap, as all that it allocates. */
#include "drivers/native/access.h"
#include "drivers/native/failed.h"
#include "drivers/native/formats.h"
#include "drivers/native/heap.h"
#include "drivers/native/misuse.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* In an object with hooks what is read is seen, as in memory.c. */
static char *
copy(const char *s, size_t n, bool ends, const void *caller)
{
	if (access_hooked())
		access_memory(s, n + ends, RACE_READ, caller);
	char *to = heap_allocate(n + 1, caller);
	if (to) {
		heap_note_write(to, n + 1);
		memcpy(to, s, n);
		to[n] = '\0';
	}
	return to;
}

EXPORT char *
(strdup)(const char *s)
{
	return copy(s, strlen(s), true, PLACE);
}

EXPORT char *__strdup(const char *s);
char *
__strdup(const char *s)
{
	return copy(s, strlen(s), true, PLACE);
}

EXPORT char *
(strndup)(const char *s, size_t n)
{
	size_t length = strnlen(s, n);
	return copy(s, length, length < n, PLACE);
}

EXPORT char *__strndup(const char *s, size_t n);
char *
__strndup(const char *s, size_t n)
{
	size_t length = strnlen(s, n);
	return copy(s, length, length < n, PLACE);
}

__attribute__((format(printf, 2, 0))) static int
print(char **to, const char *format, va_list args, const void *caller)
{
	va_list again;
	va_copy(again, args);
	if (access_hooked())
		format_prints(format, args, caller);
	int n = vsnprintf(NULL, 0, format, args);
	*to = n < 0 ? NULL : heap_allocate((size_t)n + 1, caller);
	if (*to)
		n = vsnprintf(*to, (size_t)n + 1, format, again);
	else if (n >= 0)
		n = failed(ENOMEM);
	va_end(again);
	return n;
}

EXPORT int
vasprintf(char **restrict to, const char *restrict format, va_list args)
{
	return print(to, format, args, PLACE);
}

EXPORT int
asprintf(char **restrict to, const char *restrict format, ...)
{
	va_list args;
	va_start(args, format);
	int n = print(to, format, args, PLACE);
	va_end(args);
	return n;
}

EXPORT int __vasprintf_chk(char **to, int flag, const char *format, va_list args) __attribute__((format(printf, 3, 0)));
int
__vasprintf_chk(char **to, int flag, const char *format, va_list args)
{
	(void)flag;
	return print(to, format, args, PLACE);
}

EXPORT int __asprintf_chk(char **to, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));
int
__asprintf_chk(char **to, int flag, const char *format, ...)
{
	va_list args;
	(void)flag;
	va_start(args, format);
	int n = print(to, format, args, PLACE);
	va_end(args);
	return n;
}
