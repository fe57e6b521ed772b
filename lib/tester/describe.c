#include "tester/tester.h"

#include <string.h>

static const struct {
	const char *name, *sentence;
} kinds[] = {
	[KIND_JUDGED] = {NULL, NULL},
	[KIND_CRASH] = {"crash", "the implementation died"},
	[KIND_HANG] = {"hang", "a call that must return computes without end"},
	[KIND_MISUSE] = {"misuse", "a rule of the primitives is broken"},
	[KIND_MEMORY] = {"memory", "memory is accessed that must not be"},
	[KIND_RACE] = {"race", "two accesses to the same memory are not ordered"},
	[KIND_CREATE] = {"create", "an instance cannot be made"},
	[KIND_DESTROY] = {"destroy", "an instance cannot be given back"},
	[KIND_LEAK] = {"leak", "what was opened, started or allocated for an instance is left when it has been given back"},
	[KIND_VALUE] = {"value", "a call returned what is no value of the model"},
};

const char *
tester_class(const struct trial_result *r)
{
	return r->kind == KIND_JUDGED ? failure_name(r->failure) : kinds[r->kind].name;
}

void
tester_describe(struct arena *a, const struct model *m, const struct trial *trial, const struct trial_result *r, struct tested *t)
{
	const char *library = trial_library(trial, r->test->variant);
	const char *libraries[VARIANTS] = {0};
	libraries[r->test->variant] = library;
	t->variant = r->test->variant;
	t->class = tester_class(r);
	t->sentence = r->kind == KIND_JUDGED ? failure_sentence(r->failure) : kinds[r->kind].sentence;
	t->happened = r->kind == KIND_JUDGED ? NULL : r->wrong;
	t->stack = backtrace_tell(a, &r->stack, library);
	if (r->kind == KIND_MEMORY || r->kind == KIND_LEAK)
		t->allocated = backtrace_tell(a, &r->allocated, library);
	t->freed = backtrace_tell(a, &r->freed, library);
	t->output = r->output && *r->output ? r->output : NULL;
	t->history = r->history;
	t->judged = r->verdict;
	if (r->kind == KIND_RACE)
		t->races = races_tell(a, libraries, r->races, r->nraces, &t->nraces);
	t->story = story_tell(a, &r->trace, m, r->history, library);
}
