/* Raw futexes: the word is the number of readers, or ALONE for a writer; whoever sets it to zero wakes all who sleep on it. */
#define _GNU_SOURCE
#include "../readers-writers.h"

#include <linux/futex.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ALONE = INT_MAX };

struct rw {
	_Atomic int word;
};

static void
sleep_while(_Atomic int *word, int value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void
wake_all(_Atomic int *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

rw *
rw_new(void)
{
	return calloc(1, sizeof(rw));
}

void
rw_free(rw *l)
{
	free(l);
}

void
rw_before_read(rw *l)
{
	for (int n = atomic_load(&l->word);;) {
		if (n == ALONE) {
			sleep_while(&l->word, ALONE);
			n = atomic_load(&l->word);
		} else if (atomic_compare_exchange_strong(&l->word, &n, n + 1)) {
			return;
		}
	}
}

void
rw_after_read(rw *l)
{
	if (atomic_fetch_sub(&l->word, 1) == 1)
		wake_all(&l->word);
}

void
rw_before_write(rw *l)
{
	int n = 0;
	while (!atomic_compare_exchange_strong(&l->word, &n, ALONE)) {
		sleep_while(&l->word, n);
		n = 0;
	}
}

void
rw_after_write(rw *l)
{
	atomic_store(&l->word, 0);
	wake_all(&l->word);
}
