#include "submit/name.h"

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* MOST_STEPS: of a match that goes astray. */
enum { MOST_STEPS = 1000000 };

struct naming {
	pcre2_code *code, *bytes; /* the latter is for paths that are not UTF-8; NULL if the pattern makes no sense there */
	pcre2_match_data *match;
	pcre2_match_context *context;
	int name; /* the number of the group that is the name; 0: all that is matched */
	size_t ngroups;
	struct kept {
		const char *name;
		int number;
	} *groups;
};

static bool
complain(struct arena *a, struct diags *d, const char *pattern, int number, size_t at)
{
	char words[256];
	size_t n = strlen(pattern);
	struct source *src = source_text(a, "--name", pattern, n);
	pcre2_get_error_message(number, (PCRE2_UCHAR *)words, sizeof words);
	if (at >= n && n > 0)
		at = n - 1;
	return diag_error(d, (struct span){src, (uint32_t)at, (uint32_t)(n ? at + 1 : at)}, "the pattern is wrong: %s", words);
}

/* "name" goes before "student", and what is not the name is kept. */
static void
sort_out(struct naming *naming, struct arena *a)
{
	uint32_t n = 0, size = 0;
	PCRE2_SPTR table = NULL;
	int chosen = pcre2_substring_number_from_name(naming->code, (PCRE2_SPTR) "name");
	if (chosen < 0)
		chosen = pcre2_substring_number_from_name(naming->code, (PCRE2_SPTR) "student");
	naming->name = chosen > 0 ? chosen : 0;
	pcre2_pattern_info(naming->code, PCRE2_INFO_NAMECOUNT, &n);
	pcre2_pattern_info(naming->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(naming->code, PCRE2_INFO_NAMETABLE, &table);
	naming->groups = arena_array(a, struct kept, n);
	for (uint32_t i = 0; i < n; i++) {
		PCRE2_SPTR entry = table + i * size;
		int number = entry[0] << 8 | entry[1];
		if (number != naming->name)
			naming->groups[naming->ngroups++] = (struct kept){arena_strdup(a, (const char *)entry + 2), number};
	}
}

struct naming *
naming_start(struct arena *a, struct diags *d, const char *pattern)
{
	int number;
	PCRE2_SIZE at;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, strlen(pattern), PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C, &number, &at, NULL);
	if (!code) {
		complain(a, d, pattern, number, at);
		return NULL;
	}
	struct naming *naming = arena_new(a, struct naming);
	naming->code = code;
	naming->bytes = pcre2_compile((PCRE2_SPTR)pattern, strlen(pattern), PCRE2_NEVER_UTF, &number, &at, NULL);
	naming->match = pcre2_match_data_create_from_pattern(code, NULL);
	naming->context = pcre2_match_context_create(NULL);
	if (!naming->match || !naming->context)
		abort();
	pcre2_set_match_limit(naming->context, MOST_STEPS);
	sort_out(naming, a);
	return naming;
}

/* What the group matched in the path; "" if it took no part. */
static const char *
matched(const struct naming *naming, struct arena *a, const char *path, int matches, int number)
{
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(naming->match);
	if (number >= matches || at[2 * number] == PCRE2_UNSET || at[2 * number + 1] < at[2 * number])
		return "";
	return arena_strndup(a, path + at[2 * number], at[2 * number + 1] - at[2 * number]);
}

static bool
warn(struct diags *d, const struct submission *s, int result)
{
	char words[256] = "it does not match";
	if (result < 0 && result != PCRE2_ERROR_NOMATCH)
		pcre2_get_error_message(result, (PCRE2_UCHAR *)words, sizeof words);
	diag_warning(d, (struct span){0}, "%s: --name finds no name in this path: %s", arena_printable(&d->arena, s->path), result > 0 ? "what it matches is empty" : words);
	return false;
}

bool
naming_apply(struct naming *naming, struct arena *a, struct diags *d, struct submission *s)
{
	size_t n = strlen(s->path);
	const pcre2_code *code = naming->bytes && utf8_check(s->path, n) < n ? naming->bytes : naming->code;
	int matches = pcre2_match(code, (PCRE2_SPTR)s->path, n, 0, 0, naming->match, naming->context);
	struct submission_group *groups = arena_array(a, struct submission_group, naming->ngroups);
	for (size_t i = 0; i < naming->ngroups; i++)
		groups[i] = (struct submission_group){naming->groups[i].name, matched(naming, a, s->path, matches, naming->groups[i].number)};
	s->groups = groups;
	s->ngroups = naming->ngroups;
	const char *name = matched(naming, a, s->path, matches, naming->name);
	if (!*name)
		return warn(d, s, matches);
	s->name = name;
	return true;
}

void
naming_free(struct naming *naming)
{
	if (!naming)
		return;
	pcre2_match_context_free(naming->context);
	pcre2_match_data_free(naming->match);
	pcre2_code_free(naming->bytes);
	pcre2_code_free(naming->code);
}
