/* How fast histories are judged: seconds of the processor and bytes of memory, beside what is asked for, as JSON lines. */
#include "judge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct bench {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct heap *heap;
	VEC(struct event) events;
	double seconds;
	struct verdict verdict;
};

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
load(struct bench *b, const char *path, const char *policy, const char *define, const char *value)
{
	struct define d = {define, value};
	struct spec_options options = {.policy = policy, .defines = &d, .ndefines = define ? 1 : 0};
	b->spec = spec_load(&b->arena, &b->diags, path, &options);
	if (!b->spec) {
		diags_print(&b->diags, stderr, false);
		exit(1);
	}
	model_init(&b->model, b->spec);
	b->heap = heap_new(b->spec->heap);
}

static void
call(struct bench *b, int client, const char *op, word first, word second)
{
	word *args = arena_array(&b->arena, word, 2);
	args[0] = first;
	args[1] = second;
	vec_push(&b->arena, &b->events, (struct event){.kind = EVENT_CALLED, .client = client, .op = spec_operation(b->spec, op), .args = args});
}

static void
give_back(struct bench *b, int client)
{
	vec_push(&b->arena, &b->events, (struct event){.kind = EVENT_RETURNED, .client = client});
}

static void
give_value(struct bench *b, int client, word value)
{
	vec_push(&b->arena, &b->events, (struct event){.kind = EVENT_RETURNED, .client = client, .has_value = true, .value = value});
}

static void
rest(struct bench *b)
{
	vec_push(&b->arena, &b->events, (struct event){.kind = EVENT_AT_REST});
}

static void
judge_all(struct bench *b)
{
	struct judge *j = judge_new(&b->arena, &b->model, NULL);
	double start = now();
	judge_begin(j, NULL);
	for (size_t i = 0; i < b->events.n; i++) {
		if (!judge_event(j, &b->events.at[i])) {
			fprintf(stderr, "%s\n", judge_misuse(j));
			exit(1);
		}
	}
	b->seconds = now() - start;
	b->verdict = *judge_verdict(j);
	judge_free(j);
}

static void
finish(struct bench *b)
{
	heap_free(b->heap);
	spec_free(b->spec);
	diags_free(&b->diags);
	arena_free(&b->arena);
}

static void
figure(const char *name, double value, const char *unit, const char *target)
{
	printf("{\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"target\": \"%s\"}\n", name, value, unit, target);
}

static double
megabytes(void)
{
	struct rusage r;
	getrusage(RUSAGE_SELF, &r);
	return (double)r.ru_maxrss / 1024;
}

static const char *
outcome(const struct bench *b)
{
	static const char *const words[] = {"pass", "fail", "undecided", "bad spec"};
	return words[b->verdict.outcome];
}

static void
expect(const struct bench *b, enum outcome wanted)
{
	if (b->verdict.outcome != wanted) {
		fprintf(stderr, "the verdict is %s\n", outcome(b));
		exit(1);
	}
}

/* --- the figures --- */

static void
sequential(void)
{
	enum { CALLS = 100000, LEAST = 3 };
	struct bench b = {0};
	load(&b, "specs/bounded-buffer/bounded-buffer.yaml", NULL, "CAPACITY", "8");
	word in = 0, out = 0;
	for (int i = 0; i < CALLS; i++) {
		bool put = in - out <= LEAST || (in - out < 8 && i % 3);
		call(&b, i % 4, put ? "put" : "get", in % 10, 0);
		if (put)
			give_back(&b, i % 4);
		else
			give_value(&b, i % 4, out++ % 10);
		in += put;
		rest(&b);
	}
	judge_all(&b);
	expect(&b, OUTCOME_PASS);
	figure("judge: bounded buffer, one call a phase", CALLS / b.seconds, "calls/s", ">= 1000000");
	finish(&b);
}

static void
twenty_at_once(void)
{
	struct bench b = {0};
	load(&b, "specs/warehouse/warehouse.yaml", NULL, NULL, NULL);
	for (int i = 0; i < 20; i++)
		call(&b, i, "enter", 0, 90 + i);
	for (int i = 0; i < 10; i++)
		give_back(&b, i);
	rest(&b);
	judge_all(&b);
	expect(&b, OUTCOME_PASS);
	figure("judge: 20 enter at once, 10 return, always", b.seconds * 1000, "ms", "< 20");
	finish(&b);
}

static void
sixteen_in_line(void)
{
	struct bench b = {0};
	load(&b, "specs/warehouse/warehouse.yaml", "specs/warehouse/fifo.yaml", NULL, NULL);
	for (int i = 0; i < 16; i++)
		call(&b, i, "enter", 3, 600 + i);
	give_back(&b, 0);
	rest(&b);
	for (int i = 0; i < 15; i++) {
		call(&b, i, "exit", 3, 600 + i);
		give_back(&b, i);
		give_back(&b, i + 1);
		rest(&b);
	}
	judge_all(&b);
	expect(&b, OUTCOME_PASS);
	figure("judge: 16 enter at once, then one by one, fifo per warehouse", b.seconds * 1000, "ms", "< 50");
	figure("judge: the same, memory of the process", megabytes(), "MiB", "< 64");
	finish(&b);
}

/* So many wait at a barrier at once; the first few of them return. */
static void
barrier(const char *parties, int waiting, int returning)
{
	struct bench b = {0};
	char name[128];
	load(&b, "specs/barrier/barrier.yaml", NULL, "PARTIES", parties);
	for (int i = 0; i < waiting; i++)
		call(&b, i, "wait", 0, 0);
	for (int i = 0; i < returning; i++)
		give_back(&b, i);
	rest(&b);
	judge_all(&b);
	snprintf(name, sizeof name, "judge: %d at a barrier for %s, %d return: %s", waiting, parties, returning, outcome(&b));
	figure(name, b.seconds, "s", "< 5");
	figure("judge: the same, memory of the process", megabytes(), "MiB", "< 1024");
	finish(&b);
}

/* A client at the buffer: its call waits, is on its way through, or is over and may be told. */
struct user {
	enum { IDLE, MADE, OVER } state;
	size_t calls;
	word value;
};

static void
begin(struct bench *b, int client)
{
	vec_push(&b->arena, &b->events, (struct event){.kind = EVENT_BEGAN, .client = client});
}

/* One thing that happens, chosen by a number. */
static void
happen(struct bench *b, struct user *u, int client, size_t calls, word *in, word *out)
{
	bool puts = client % 2 == 0;
	if (u->state == IDLE && u->calls < calls) {
		call(b, client, puts ? "put" : "get", (word)u->calls++ % 10, 0);
		begin(b, client);
		u->state = MADE;
	} else if (u->state == MADE && (puts ? in[0] - out[0] < 2 : in[0] > out[0])) {
		if (puts)
			in[1 + in[0]++ % 2] = (word)(u->calls - 1) % 10;
		else
			u->value = in[1 + out[0]++ % 2];
		u->state = OVER;
	} else if (u->state == OVER) {
		if (puts)
			give_back(b, client);
		else
			give_value(b, client, u->value);
		u->state = IDLE;
	}
}

static void
in_a_row(size_t calls, enum event_kind last, const char *what, const char *aim)
{
	enum { USERS = 8 };
	struct bench b = {0};
	struct user users[USERS] = {0};
	word in[3] = {0}, out[1] = {0};
	uint64_t state = 1, left = USERS * calls;
	load(&b, "specs/bounded-buffer/bounded-buffer.yaml", NULL, NULL, NULL);
	while (left > 0) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		int client = (int)(state >> 33) % USERS;
		bool over = users[client].state == OVER;
		happen(&b, &users[client], client, calls, in, out);
		left -= over;
	}
	vec_push(&b.arena, &b.events, (struct event){.kind = last});
	judge_all(&b);
	expect(&b, OUTCOME_PASS);
	figure(what, b.seconds * 1000, "ms", aim);
	finish(&b);
}

static void
six_in_a_row(void)
{
	in_a_row(6, EVENT_AT_REST, "judge: 8 at a bounded buffer, 6 calls each in a row, one phase", "< 5");
}

static void
thousands_in_a_row(void)
{
	in_a_row(500, EVENT_END, "judge: the same, 500 calls each", "< 100");
}

static void
barrier_for_all(void)
{
	barrier("16", 16, 16);
}

static void
barrier_for_four(void)
{
	barrier("4", 16, 16);
}

static void
barrier_for_four_and_some_stay(void)
{
	barrier("4", 16, 12);
}

static void
barrier_for_five_and_one_stays(void)
{
	barrier("5", 16, 15);
}

static void
barrier_for_one_more(void)
{
	barrier("17", 16, 0);
}

int
main(void)
{
	void (*const figures[])(void) = {
		sequential, twenty_at_once, sixteen_in_line, barrier_for_all, barrier_for_four, barrier_for_five_and_one_stays,
		barrier_for_four_and_some_stay, barrier_for_one_more, six_in_a_row, thousands_in_a_row,
	};
	/* each in a process of its own, so that its memory can be told */
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
		int status;
		pid_t child = fork();
		if (child < 0)
			return 1;
		if (child == 0) {
			figures[i]();
			exit(0);
		}
		if (waitpid(child, &status, 0) < 0 || status != 0)
			return 1;
	}
	return 0;
}
