#include "lang/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum { MOST_STEPS = 1000000, MOST_DEPTH = 10000 };

static void *
from_arena(size_t n, void *arena)
{
	return arena_alloc(arena, n);
}

static void
keep(void *p, void *arena)
{
	(void)p, (void)arena;
}

void *
regex_compile(struct arena *a, const char *s, size_t n, struct regex_error *error)
{
	pcre2_general_context *general = pcre2_general_context_create(from_arena, keep, a);
	pcre2_compile_context *context = pcre2_compile_context_create(general);
	int number;
	PCRE2_SIZE at;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)s, n, 0, &number, &at, context);
	if (!code) {
		error->at = at;
		pcre2_get_error_message(number, (PCRE2_UCHAR *)error->message, sizeof error->message);
	}
	return code;
}

enum regex_answer
regex_matches(const void *regex, const char *s, size_t n)
{
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	pcre2_match_context *context = pcre2_match_context_create(NULL);
	if (!data || !context) {
		pcre2_match_data_free(data);
		pcre2_match_context_free(context);
		return REGEX_FAILED;
	}
	pcre2_set_match_limit(context, MOST_STEPS);
	pcre2_set_depth_limit(context, MOST_DEPTH);
	int found = pcre2_match(regex, (PCRE2_SPTR)s, n, 0, 0, data, context);
	pcre2_match_data_free(data);
	pcre2_match_context_free(context);
	return found >= 0 ? REGEX_YES : found == PCRE2_ERROR_NOMATCH ? REGEX_NO : REGEX_FAILED;
}
