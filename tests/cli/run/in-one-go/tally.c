/* Counts by what functions of the C library read and change in one go; with -DLOCKED, one call at a time. */
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#if defined SCANNED
static char text[32] = "0";
static int get(void) { int n = 0; sscanf(text, "%d", &n); return n; }
static void add(void) { snprintf(text, sizeof text, "%d", get() + 1); }
#elif defined CONVERTED
static char text[32] = "0";
static int get(void) { return (int)strtol(text, NULL, 10); }
static void add(void) { sprintf(text, "%d", get() + 1); }
#elif defined SIGNALS
static sigset_t set;
static atomic_int next;
static int get(void) { int n = 0; for (int i = 1; i <= 15; i++) n += sigismember(&set, i); return n; }
static void add(void) { sigaddset(&set, ++next); }
#elif defined LISTED
static struct element { struct element *next, *before; } head, all[15];
static atomic_int next;
static int get(void) { int n = 0; for (struct element *e = head.next; e; e = e->next) n++; return n; }
static void add(void) { insque(&all[next++], &head); }
#elif defined SEARCHED
static int all[16];
static size_t n;
static atomic_int next;
static int same(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
static int get(void) { return (int)n; }
static void add(void) { int key = ++next; lsearch(&key, all, &n, sizeof key, same); }
#elif defined APPENDED
static char text[32];
static int get(void) { return (int)strlen(text); }
static void add(void) { strcat(text, "x"); }
#elif defined PART
static char text[32];
static int get(void) { return (int)strnlen(text, sizeof text); }
static void add(void) { strncat(text, "xy", 1); }
#elif defined BEHIND
static char text[32] = ".";
static int get(void) { return (int)(strchr(text, '.') - text); }
static void add(void) { stpcpy(strchr(text, '.'), "x."); }
#elif defined WIDE
static wchar_t text[32];
static int get(void) { return (int)wcslen(text); }
static void add(void) { wmemset(text + wcslen(text), L'x', 1); }
#elif defined DRAWN
static unsigned seed = 1;
static int get(void) { unsigned now = seed, s = 1; int n = 0; for (; n < 16 && s != now; n++) rand_r(&s); return n; }
static void add(void) { rand_r(&seed); }
#elif defined PRINTED
static char text[32] = ".";
static int get(void) { return (int)(strrchr(text, '.') - text); }
static void add(void) { char *longer = NULL; if (asprintf(&longer, "x%s", text) > 0) strcpy(text, longer); free(longer); }
#elif defined PARTED
static char text[64] = "x x x x x x x x x x x x x x x x", *rest = text;
static int get(void) { return (int)((rest - text) / 2); }
static void add(void) { strsep(&rest, " "); }
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#ifdef LOCKED
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
#else
static void lock(void) { (void)mutex; }
static void unlock(void) {}
#endif

void
tally_add(void)
{
	lock();
	add();
	unlock();
}

int
tally_count(void)
{
	lock();
	int n = get();
	unlock();
	return n;
}
