/*
 * A lock that tests and then sets, in functions without hooks that the C library calls, or that the host calls in its place; -DCALLER says
 * who. It is given where the function is by a sum, so that nothing in the object's code or tables names it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <glob.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define QUIET __attribute__((no_sanitize("thread"), visibility("hidden"), noinline, used))

typedef struct lock {
	volatile int held;
} lock;

static __thread lock *volatile wanted;
static __thread volatile int taken;

QUIET void
take(void)
{
	if (taken || wanted->held)
		return;
	wanted->held = 1;
	taken = 1;
}

QUIET int compares(const void *a, const void *b) { take(); return 0; }
QUIET int compares_for(const void *a, const void *b, void *arg) { take(); return 0; }
QUIET void visits(const void *node, VISIT when, int depth) { take(); }
QUIET int selects(const struct dirent *entry) { take(); return 0; }
QUIET void *opens(const char *path) { take(); return NULL; }
QUIET void runs(void) { take(); }
QUIET void cleans(void *arg) { take(); }
QUIET void handles(int number) { take(); }

/* Nobody says of this one that it is a function. */
__asm__(".text\n"
	".hidden bare\n"
	"bare:	push %rbx\n	call take\n	xor %eax, %eax\n	pop %rbx\n	ret\n");

static volatile uintptr_t away = 4096;
#define HIDDEN(type, name) ({ uintptr_t near; __asm__("lea " #name "-4096(%%rip), %0" : "=r"(near)); (type)(near + away); })

static void
by_qsort(void)
{
	int k[2] = {1, 2};
	qsort(k, 2, sizeof *k, HIDDEN(__compar_fn_t, compares));
}

static void
by_assembly(void)
{
	int k[2] = {1, 2};
	qsort(k, 2, sizeof *k, HIDDEN(__compar_fn_t, bare));
}

static void
by_bsearch(void)
{
	int k = 1;
	bsearch(&k, &k, 1, sizeof k, HIDDEN(__compar_fn_t, compares));
}

static void
by_qsort_r(void)
{
	int k[2] = {1, 2};
	qsort_r(k, 2, sizeof *k, HIDDEN(__compar_d_fn_t, compares_for), NULL);
}

static void
by_lfind(void)
{
	int k[2] = {1, 2};
	size_t n = 2;
	lfind(k, k, &n, sizeof *k, HIDDEN(__compar_fn_t, compares));
}

static void
by_tsearch(void)
{
	void *root = NULL;
	int k = 1;
	__compar_fn_t compare = HIDDEN(__compar_fn_t, compares);
	tsearch(&k, &root, compare);
	tfind(&k, &root, compare);
	tdelete(&k, &root, compare);
}

static void
by_twalk(void)
{
	void *root = NULL;
	tsearch("a", &root, (__compar_fn_t)strcmp);
	twalk(root, HIDDEN(__action_fn_t, visits));
	tdelete("a", &root, (__compar_fn_t)strcmp);
}

static void
by_scandir(void)
{
	struct dirent **list = NULL;
	scandir(".", &list, HIDDEN(int (*)(const struct dirent *), selects), alphasort);
	free(list);
}

static void
by_glob(void)
{
	glob_t g = {.gl_opendir = HIDDEN(void *(*)(const char *), opens)};
	glob("./*", GLOB_ALTDIRFUNC, NULL, &g);
	globfree(&g);
}

static void
by_once(void)
{
	pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, HIDDEN(void (*)(void), runs));
}

static void
by_cleanup(void)
{
	pthread_cleanup_push(HIDDEN(void (*)(void *), cleans), NULL);
	pthread_cleanup_pop(1);
}

static void
by_signal(void)
{
	signal(SIGUSR1, HIDDEN(void (*)(int), handles));
	raise(SIGUSR1);
}

static void
by_sigaction(void)
{
	struct sigaction action = {.sa_handler = HIDDEN(void (*)(int), handles)};
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
}

static void
by_context(void)
{
	static __thread char stack[65536];
	ucontext_t back, there;
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof stack;
	there.uc_link = &back;
	makecontext(&there, HIDDEN(void (*)(void), runs), 0);
	swapcontext(&back, &there);
}

lock *
lock_new(void)
{
	return calloc(1, sizeof(lock));
}

void
lock_free(lock *l)
{
	free(l);
}

void
lock_lock(lock *l)
{
	for (;;) {
		wanted = l;
		taken = 0;
		CALLER();
		if (taken)
			return;
		sched_yield();
	}
}

void
lock_unlock(lock *l)
{
	l->held = 0;
}
