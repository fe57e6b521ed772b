#include "tester/tester.h"

const struct tested_exhaustive *
tester_proof(struct arena *a, const struct exhaust_options *o, const struct exhaust_result *r, size_t clients)
{
	struct tested_exhaustive *t = arena_new(a, struct tested_exhaustive);
	struct tested_size *sizes = arena_array(a, struct tested_size, r->n + 1);
	for (size_t i = 0; i < r->n; i++)
		sizes[i] = (struct tested_size){r->sizes[i].tests, r->sizes[i].schedules, r->sizes[i].runs, r->sizes[i].complete};
	*t = (struct tested_exhaustive){
		.preemptions = o->preemptions, .calls = o->calls, .clients = o->clients < clients ? o->clients : clients, .choices = o->choices, .burst = o->burst,
		.complete = r->complete, .n = r->n, .sizes = sizes, .narrowed = r->narrowed, .polled = r->polled, .more = r->more, .late = r->late,
	};
	return t;
}
