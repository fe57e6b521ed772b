/* Whose margins they are, and what is told of who comes there. */
#include "drivers/native/margins.h"

#include "drivers/native/misuse.h"
#include "drivers/native/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

enum { EIGHT = 8, MOST_LISTS = 256, MOST_VARYING = 256, VARYING_MARGIN = 32, LEAST_MARGIN = 16, FRAME_BEGINS = 0x41b58ab3, FRAME_REGISTER = 6, LONGEST_NAME = 80 };

/* What an access is next to. */
struct nearest {
	uintptr_t at;
	size_t size;
	const char *name; /* of a variable; NULL: it has none */
	int length; /* of the name */
};

static uintptr_t
distance(uintptr_t from, size_t size, uintptr_t at)
{
	return at < from ? from - at : at - from < size ? 0 : at - from - size + 1;
}

static void
note(struct nearest *n, uintptr_t address, struct nearest other)
{
	if (!n->at || distance(other.at, other.size, address) < distance(n->at, n->size, address))
		*n = other;
}

/* --- static variables --- */

static struct list {
	const struct margins_variable *at;
	size_t n;
} lists[MOST_LISTS];
static size_t nlists;

void
margins_add(const struct margins_variable *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t whole = (v[i].size + EIGHT - 1) / EIGHT * EIGHT;
		margins_allow(v[i].at, v[i].size);
		margins_make(v[i].at + whole, v[i].with_margin - whole, MARGIN_STATIC);
	}
	if (nlists < MOST_LISTS)
		lists[nlists++] = (struct list){v, n};
}

void
margins_remove(const struct margins_variable *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		margins_allow(v[i].at, v[i].with_margin);
	for (size_t i = 0; i < nlists; i++)
		if (lists[i].at == v)
			lists[i--] = lists[--nlists];
}

/* False: there is none. */
static bool
find_variable(uintptr_t at, struct nearest *n)
{
	for (size_t i = 0; i < nlists; i++)
		for (const struct margins_variable *v = lists[i].at; v < lists[i].at + lists[i].n; v++)
			note(n, at, (struct nearest){v->at, v->size, v->name, (int)strnlen(v->name, LONGEST_NAME)});
	return n->at != 0;
}

/* --- memory of varying size --- */

static struct varying {
	uintptr_t at;
	size_t size;
	const void *place;
	uintptr_t frame;
} varying[MOST_VARYING];
static size_t nvarying;

void
margins_begin_varying(uintptr_t at, size_t size, const void *place, uintptr_t frame)
{
	uintptr_t whole = (size + EIGHT - 1) & ~(uintptr_t)(EIGHT - 1), end = (at + size + VARYING_MARGIN - 1) & ~(uintptr_t)(VARYING_MARGIN - 1);
	if (nvarying == MOST_VARYING)
		nvarying = 0; /* of these it cannot be told any more */
	varying[nvarying++] = (struct varying){at, size, place, frame};
	margins_make(at - VARYING_MARGIN, VARYING_MARGIN, MARGIN_VARIES);
	margins_allow(at, size);
	margins_make(at + whole, end + VARYING_MARGIN - at - whole, MARGIN_VARIES_BEHIND);
}

void
margins_end_varying(uintptr_t from, uintptr_t to)
{
	size_t kept = 0;
	if (!from || from >= to)
		return;
	margins_allow(from, to - from);
	for (size_t i = 0; i < nvarying; i++)
		if (varying[i].at < from || varying[i].at >= to)
			varying[kept++] = varying[i];
	nvarying = kept;
}

/* The last that began there. NULL: there is none. */
static const struct varying *
varying_at(uintptr_t at)
{
	for (size_t i = nvarying; i-- > 0;)
		if (at >= varying[i].at - VARYING_MARGIN && at < varying[i].at + varying[i].size + (uintptr_t)2 * VARYING_MARGIN)
			return &varying[i];
	return NULL;
}

/* --- frames --- */

/* The frame that an address lies in, from its lowest byte to where its caller's begins. */
struct frame {
	uintptr_t address;
	uintptr_t from, to;
	uintptr_t function, pointer;
	bool found;
};

/* What the unwinder tells first of a frame is where it begins; where it ends, its caller tells. */
static _Unwind_Reason_Code
find_frame(struct _Unwind_Context *c, void *arg)
{
	struct frame *f = arg;
	uintptr_t begins = _Unwind_GetCFA(c);
	f->to = begins;
	if (f->from && f->address >= f->from && f->address < f->to) {
		f->found = true;
		return _URC_END_OF_STACK;
	}
	f->from = begins;
	f->function = (uintptr_t)_Unwind_GetRegionStart(c);
#if defined __x86_64__
	f->pointer = _Unwind_GetGR(c, FRAME_REGISTER);
#endif
	return _URC_NO_REASON;
}

static struct frame
frame_of(struct task *t, uintptr_t address)
{
	struct frame f = {.address = address};
	schedule_hide(); /* the unwinder has a primitive of its own */
	_Unwind_Backtrace(find_frame, &f);
	schedule_show(t);
	return f;
}

/* Where functions have variables with margins they write first what they are: a mark, words about the variables, and the function. */
static const uintptr_t *
variables_of(const struct frame *f)
{
	const uintptr_t *only = NULL;
	for (uintptr_t at = (f->from + EIGHT - 1) & ~(uintptr_t)(EIGHT - 1); at + 3 * sizeof at <= f->to; at += EIGHT) {
		const uintptr_t *words = (const uintptr_t *)at;
		if (words[0] != FRAME_BEGINS || words[2] != f->function)
			continue;
		if (only)
			return NULL; /* one of them was left behind */
		only = words;
	}
	return only;
}

/* Behind the last of them there is room for so much, at least. */
static uintptr_t
margin_behind(uintptr_t begins, size_t size)
{
	return size > LEAST_MARGIN ? begins + size + 2 * (uintptr_t)LEAST_MARGIN : (begins + size + LEAST_MARGIN) & ~(uintptr_t)(LEAST_MARGIN - 1);
}

/*
 * "2 32 20 4 name 80 4 7 other:12": how many there are; where each begins, its size, the length of its name, and that, with a line behind it.
 * False: the address is in one of them, or behind all: what is there was left behind by a function that lay there before.
 */
static bool
find_in_frame(const uintptr_t *words, uintptr_t at, struct nearest *n)
{
	char *s = (char *)words[1];
	uintptr_t end = 0;
	for (unsigned long many = strtoul(s, &s, 10); many > 0 && *s == ' '; many--) {
		uintptr_t begins = (uintptr_t)words + strtoul(s, &s, 10);
		size_t size = strtoul(s, &s, 10), length = strtoul(s, &s, 10);
		if (*s != ' ' || strnlen(s + 1, length) < length)
			return false;
		end = margin_behind(begins, size) > end ? margin_behind(begins, size) : end;
		int named = (int)strcspn(s + 1, ": ");
		note(n, at, (struct nearest){begins, size, s + 1, named < LONGEST_NAME ? named : LONGEST_NAME});
		s += 1 + length;
	}
	return at >= (uintptr_t)words && at < end && distance(n->at, n->size, at) > 0;
}

/* False: it was left behind there. */
static bool
find_on_stack(struct task *t, uintptr_t at, struct nearest *n)
{
	struct frame f = frame_of(t, at);
	unsigned char kind = margins_kind(at);
	if (!f.found)
		return false;
	if (kind != MARGIN_VARIES && kind != MARGIN_VARIES_BEHIND) {
		const uintptr_t *words = variables_of(&f);
		return words && find_in_frame(words, at, n);
	}
	const struct varying *v = varying_at(at);
	if (!v || distance(v->at, v->size, at) == 0 || v->frame != f.pointer || (uintptr_t)_Unwind_FindEnclosingFunction((void *)(uintptr_t)v->place) != f.function)
		return false;
	*n = (struct nearest){.at = v->at, .size = v->size};
	return true;
}

/* --- telling --- */

static bool
is_on_own_stack(const struct task *t, uintptr_t at)
{
	return at >= (uintptr_t)__builtin_frame_address(0) && at - t->stack < CARRIER_STACK;
}

static const char *
bytes(size_t n)
{
	return n == 1 ? "byte" : "bytes";
}

static void
tell(const struct nearest *n, uintptr_t at, size_t size, const char *does, const void *place)
{
	char what[300], whose[160];
	if (n->name)
		snprintf(whose, sizeof whose, "the variable %.*s of %zu %s", n->length, n->name, n->size, bytes(n->size));
	else
		snprintf(whose, sizeof whose, "an array of %zu %s on the stack", n->size, bytes(n->size));
	if (at < n->at)
		snprintf(what, sizeof what, "%s %zu %s %zu %s in front of %s", does, size, bytes(size), n->at - at, bytes(n->at - at), whose);
	else
		snprintf(what, sizeof what, "%s %zu %s at offset %zu of %s", does, size, bytes(size), at - n->at, whose);
	misuse_memory(what, place, NULL, NULL);
}

void
margins_blame(const void *address, size_t size, const char *does, const void *place)
{
	struct task *t = schedule_self();
	for (uintptr_t at; t && (at = margins_find(address, size));) {
		struct nearest n = {0};
		bool is_static = margins_kind(at) == MARGIN_STATIC;
		if (!is_static && !is_on_own_stack(t, at))
			return; /* where others are in their functions nobody can look */
		if (is_static ? find_variable(at, &n) : find_on_stack(t, at, &n))
			tell(&n, (uintptr_t)address, size, does, place);
		margins_allow(at & ~(uintptr_t)(EIGHT - 1), EIGHT);
	}
}
