#include "drivers/native/callbacks.h"

#include "drivers/native/library.h"
#include "drivers/native/settled.h"
#include "drivers/native/site.h"
#include "drivers/native/stubs.h"

#include <stdbool.h>
#include <string.h>

/* Which of its arguments, counted from 0, are functions, as bits; or point to where one is, first of all. */
static const struct callback {
	const char *symbol;
	unsigned functions, behind;
} table[] = {
	{"qsort", 1 << 3, 0}, {"qsort_r", 1 << 3, 0}, {"bsearch", 1 << 4, 0}, {"lfind", 1 << 4, 0}, {"lsearch", 1 << 4, 0},
	{"tsearch", 1 << 2, 0}, {"tfind", 1 << 2, 0}, {"tdelete", 1 << 2, 0}, {"twalk", 1 << 1, 0}, {"twalk_r", 1 << 1, 0}, {"tdestroy", 1 << 1, 0},
	{"scandir", 1 << 2 | 1 << 3, 0}, {"scandir64", 1 << 2 | 1 << 3, 0}, {"scandirat", 1 << 3 | 1 << 4, 0}, {"scandirat64", 1 << 3 | 1 << 4, 0},
	{"ftw", 1 << 1, 0}, {"ftw64", 1 << 1, 0}, {"nftw", 1 << 1, 0}, {"nftw64", 1 << 1, 0}, {"fts_open", 1 << 2, 0}, {"glob", 1 << 2, 0}, {"glob64", 1 << 2, 0},
	{"pthread_once", 1 << 1, 0}, {"call_once", 1 << 1, 0}, {"pthread_key_create", 1 << 1, 0}, {"tss_create", 1 << 1, 0},
	{"pthread_atfork", 7, 0}, {"__register_atfork", 7, 0}, {"atexit", 1, 0}, {"on_exit", 1, 0}, {"at_quick_exit", 1, 0}, {"__cxa_atexit", 1, 0},
	{"__cxa_thread_atexit", 1, 0}, {"__cxa_thread_atexit_impl", 1, 0}, {"__cxa_at_quick_exit", 1, 0},
	{"signal", 1 << 1, 0}, {"bsd_signal", 1 << 1, 0}, {"sysv_signal", 1 << 1, 0}, {"__sysv_signal", 1 << 1, 0}, {"sigset", 1 << 1, 0},
	{"sigaction", 0, 1 << 1}, {"makecontext", 1 << 1, 0}, {"dl_iterate_phdr", 1, 0},
};

enum { CALLBACKS = sizeof table / sizeof *table };

static void *functions[CALLBACKS] SETTLED, *made[CALLBACKS] SETTLED;

void
callback_given(const void *function)
{
	uintptr_t offset;
	if (library_code_at(function, &offset))
		site_enter(function);
}

static void *
taken(unsigned n, const struct stub_arguments *arguments, const void *place)
{
	(void)place;
	for (int i = 0; i < STUB_ARGUMENTS; i++) {
		if (table[n].functions >> i & 1)
			callback_given((const void *)arguments->at[i]);
		if (table[n].behind >> i & 1 && arguments->at[i])
			callback_given(*(const void *const *)arguments->at[i]);
	}
	return functions[n];
}

void *
callback_for(const char *symbol)
{
	unsigned n = 0;
	while (n < CALLBACKS && strcmp(table[n].symbol, symbol) != 0)
		n++;
	if (n == CALLBACKS || made[n] || library_brings(symbol) || !(functions[n] = stub_function(symbol)))
		return n < CALLBACKS ? made[n] : NULL;
	return made[n] = stub_make(taken, n);
}
