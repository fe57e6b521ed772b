/* How long compiled clauses of the warehouse take to run: nanoseconds of the processor a run, as JSON lines. */
#include "unit/lang/world.h"

#include <time.h>

enum { RUNS = 5000000 };

static double
nanoseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void
measure(struct world *w, const char *text, bool statement)
{
	struct code *code = NULL;
	word weight = w->at[SEG_STATE][0], ignored;
	if (statement) {
		struct stmt *s = world_stmt(w, text);
		code = s ? compile_stmt(&w->arena, w->heap, s, w->done.locals) : NULL;
	} else {
		struct expr *e = world_expr(w, text, &type_bool);
		code = e ? compile_expr(&w->arena, w->heap, e, &type_bool, w->done.locals) : NULL;
	}
	if (!code)
		world_broken(w, text);
	double start = nanoseconds();
	for (int i = 0; i < RUNS; i++) {
		w->at[SEG_STATE][0] = weight;
		if (code_run(w->machine, code, &w->frame, &ignored) != RUN_OK)
			world_broken(w, text);
	}
	printf("{\"bench\": \"lang\", \"clause\": \"%s\", \"ns\": %.1f}\n", text, (nanoseconds() - start) / RUNS);
}

int
main(void)
{
	struct world w;
	world_open(&w);
	measure(&w, "weight[n] + w <= MAX", false);
	measure(&w, "n == N-1 or not occupied[n+1]", false);
	measure(&w, "forall x in Warehouse . weight[x] <= MAX", false);
	measure(&w, "empty(older(enter(n, _)))", false);
	measure(&w, "weight[n] += w", true);
	measure(&w, "if n > 0 then occupied[n] := false", true);
	world_close(&w);
	return 0;
}
