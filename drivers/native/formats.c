#include "drivers/native/formats.h"

#include "drivers/native/access.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { NONE = -1, FROM_ARGUMENT = -2 };

/* A conversion: "%-*.3ls", or "%*[^a-z]". */
struct conversion {
	char kind; /* its last letter; of a set, '[' */
	char size[3]; /* "hh", "l" and their like */
	int width, precision; /* or one of the above */
	bool kept_back; /* it is scanned to nowhere */
	bool allocates; /* where what is scanned lies, is what is stored */
};

static int
read_number(const char **at)
{
	if (**at == '*') {
		++*at;
		return FROM_ARGUMENT;
	}
	if (**at < '0' || **at > '9')
		return NONE;
	char *end;
	long n = strtol(*at, &end, 10);
	*at = end;
	return n < 0 || n > 1 << 30 ? 1 << 30 : (int)n;
}

/* A bracket that comes first is one of the set. */
static const char *
behind_set(const char *at)
{
	at += *at == '^';
	at += *at == ']';
	at += strcspn(at, "]");
	return at + (*at == ']');
}

/* The next one. False: there is none, or one that is not known. */
static bool
next(const char **format, struct conversion *c)
{
	const char *at = *format;
	do {
		at = strchr(at, '%');
		if (at && at[1] == '%')
			at += 2;
		else
			break;
	} while (true);
	if (!at)
		return false;
	*c = (struct conversion){.precision = NONE};
	at += 1 + strspn(at + 1, "-+ #0'I");
	c->width = read_number(&at);
	c->kept_back = c->width == FROM_ARGUMENT;
	if (c->kept_back && *at >= '0' && *at <= '9')
		c->width = read_number(&at);
	if (*at == '.') {
		at++;
		c->precision = read_number(&at);
		c->precision = c->precision == NONE ? 0 : c->precision;
	}
	for (size_t n = 0; *at && strchr("hljztLqm", *at); at++)
		if (*at == 'm')
			c->allocates = true;
		else if (n < sizeof c->size - 1)
			c->size[n++] = *at;
	c->kind = *at;
	if (*at)
		at++;
	if (c->kind == '[')
		at = behind_set(at);
	*format = at;
	return c->kind && strchr("diouxXcsSCpneEfFgGaA[", c->kind);
}

static size_t
size_of_whole(const struct conversion *c)
{
	if (c->size[0] == 'h')
		return c->size[1] == 'h' ? sizeof(char) : sizeof(short);
	return c->size[0] ? sizeof(long) : sizeof(int);
}

static size_t
size_of_real(const struct conversion *c)
{
	return c->size[0] == 'L' ? sizeof(long double) : c->size[0] == 'l' ? sizeof(double) : sizeof(float);
}

static void
print_string(const char *s, const struct conversion *c, int precision, const void *place)
{
	size_t most = precision < 0 ? SIZE_MAX : (size_t)precision;
	if (!s)
		return;
	if (c->size[0] == 'l' || c->kind == 'S') {
		access_memory(s, sizeof(wchar_t), RACE_READ, place); /* the precision counts bytes of what is printed */
		return;
	}
	size_t length = strnlen(s, most);
	access_memory(s, length < most ? length + 1 : length, RACE_READ, place);
}

void
format_prints(const char *format, va_list values, const void *place)
{
	va_list rest;
	struct conversion c;
	va_copy(rest, values);
	while (next(&format, &c)) {
		if (c.width == FROM_ARGUMENT)
			(void)va_arg(rest, int);
		int precision = c.precision == FROM_ARGUMENT ? va_arg(rest, int) : c.precision;
		if (strchr("sS", c.kind))
			print_string(va_arg(rest, const char *), &c, precision, place);
		else if (c.kind == 'n')
			access_memory(va_arg(rest, const void *), size_of_whole(&c), RACE_WRITE, place);
		else if (c.kind == 'p')
			(void)va_arg(rest, void *);
		else if (strchr("eEfFgGaA", c.kind) && c.size[0] == 'L')
			(void)va_arg(rest, long double);
		else if (strchr("eEfFgGaA", c.kind))
			(void)va_arg(rest, double);
		else if (c.size[0] && c.size[0] != 'h')
			(void)va_arg(rest, long);
		else
			(void)va_arg(rest, int);
	}
	va_end(rest);
}

static size_t
size_scanned(const struct conversion *c)
{
	size_t one = c->size[0] == 'l' ? sizeof(wchar_t) : sizeof(char);
	if (c->allocates || c->kind == 'p')
		return sizeof(void *);
	if (c->kind == 'c')
		return one * (c->width > 0 ? (size_t)c->width : 1);
	if (strchr("s[SC", c->kind))
		return one;
	return strchr("eEfFgGaA", c->kind) ? size_of_real(c) : size_of_whole(c);
}

void
format_scans(const char *format, va_list to, const void *place)
{
	va_list rest;
	struct conversion c;
	va_copy(rest, to);
	while (next(&format, &c))
		if (!c.kept_back)
			access_memory(va_arg(rest, const void *), size_scanned(&c), RACE_WRITE, place);
	va_end(rest);
}
