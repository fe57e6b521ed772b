/*
 * Says any bytes in the place of a process that reads what an implementation made: an archive, what a library needs, its prototypes, its lines.
 * The first byte chooses which; the rest is what is answered, whatever is asked.
 */
#include "debug/debug.h"
#include "report/place.h"
#include "sandbox/sandbox.h"
#include "submit/unpack.h"

#include "base/apart.h"
#include "base/removal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
/* The linker puts these in front of those of base/apart.c. */
void __wrap_apart_start(struct apart *, unsigned, int, void (*)(int, int, void *), void *);
int __wrap_apart_stop(struct apart *);

static struct {
	const uint8_t *bytes;
	size_t n;
	int theirs; /* what is asked goes there, and is not read */
} answers = {.theirs = -1};

void
__wrap_apart_start(struct apart *a, unsigned seconds, int file, void (*serve)(int, int, void *), void *context)
{
	int ends[2];
	(void)seconds, (void)file, (void)serve, (void)context;
	if (answers.theirs >= 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		abort();
	if (write(ends[1], answers.bytes, answers.n) != (ssize_t)answers.n || shutdown(ends[1], SHUT_WR) < 0)
		abort();
	answers.theirs = ends[1];
	*a = (struct apart){.pid = 1, .channel = ends[0]};
}

int
__wrap_apart_stop(struct apart *a)
{
	if (a->pid > 0) {
		close(a->channel);
		close(answers.theirs);
		answers.theirs = -1;
	}
	*a = (struct apart){.channel = -1};
	return 0;
}

static void
must(bool holds)
{
	if (!holds)
		abort();
}

/* As it would reach a terminal. */
static void
must_be_plain(const char *s)
{
	for (; s && *s; s++)
		must((unsigned char)*s >= ' ' && *s != 127);
}

static void
must_be_told(const struct diags *d, bool ok)
{
	must(ok == (d->errors == 0));
	for (size_t i = 0; i < d->list.n; i++)
		must_be_plain(d->list.at[i].message);
}

/* Nothing is written beside the folder. */
static void
hear_an_archive(void)
{
	struct diags d = {0};
	struct stat st;
	char folder[] = "/tmp/fuzz-answers-XXXXXX", into[sizeof folder + 5], out[sizeof folder + 5];
	must(mkdtemp(folder) != NULL);
	snprintf(into, sizeof into, "%s/into", folder);
	snprintf(out, sizeof out, "%s/out", folder);
	must(mkdir(into, 0700) == 0 && stat(folder, &st) == 0);
	nlink_t before = st.st_nlink;
	must_be_told(&d, unpack(&d, "/proc/self/exe", into));
	must(access(out, F_OK) < 0 && stat(folder, &st) == 0 && st.st_nlink == before);
	must(removal_try(folder));
	diags_free(&d);
}

static void
hear_what_is_needed(void)
{
	struct arena a = {0};
	size_t n;
	const char *const *at = sandbox_needed(&a, "/proc/self/exe", NULL, &n);
	must(n <= 32); /* whoever lies may name any file that there is */
	for (size_t i = 0; i < n; i++)
		must(*at[i] == '/');
	arena_free(&a);
}

static const char text[] =
	"resource: r\noperations: { put: { params: { k: int } }, get: { returns: int, ensures: 'true' } }\n"
	"clients: { who: { count: 1, calls: [{ call: get }] } }\n"
	"implementation:\n  prototypes: |\n    void *new(void);\n    void put(void *, int);\n    int get(void *);\n"
	"  create: self = new()\n  put: put(self, k)\n  get: result = get(self)\n";

static void
hear_of_prototypes(void)
{
	static struct arena a;
	static const struct spec *s;
	struct diags d = {0};
	struct spec_options none = {0};
	bool no_status;
	if (!s)
		s = spec_parse(&a, &d, source_text(&a, "spec", text, strlen(text)), "spec", &none);
	must(s != NULL);
	must_be_told(&d, debug_check_prototypes(&d, s, "/proc/self/exe", &no_status));
	diags_free(&d);
}

static void
hear_of_places(void)
{
	enum { MOST = 8 };
	struct arena a = {0};
	struct place at[MOST];
	struct places *p = places_open("/proc/self/exe");
	must(p != NULL);
	for (int i = 0; i < 3; i++) {
		size_t n = places_find_inlined(p, &a, 0x1000, at, MOST);
		must(n >= 1 && n <= MOST);
		for (size_t k = 0; k < n; k++) {
			must(at[k].known && at[k].offset == 0x1000 && (!at[k].file || at[k].line > 0));
			must_be_plain(at[k].function);
			must_be_plain(at[k].file);
		}
	}
	places_close(p);
	arena_free(&a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static void (*const hear[])(void) = {hear_an_archive, hear_what_is_needed, hear_of_prototypes, hear_of_places};
	if (n < 1 || n > 60000)
		return 0;
	answers.bytes = bytes + 1;
	answers.n = n - 1;
	hear[bytes[0] % (sizeof hear / sizeof *hear)]();
	must(answers.theirs < 0);
	return 0;
}
