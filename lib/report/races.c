/* Data races: what was told of them looked up, and written. */
#include "report/place.h"
#include "report/private.h"

#include <inttypes.h>
#include <string.h>

static const char *const deeds[] = {
	[ACCESS_READ] = "reads", [ACCESS_WRITE] = "writes", [ACCESS_ATOMIC_READ] = "reads atomically", [ACCESS_ATOMIC_WRITE] = "writes atomically",
	[ACCESS_ATOMIC_UPDATE] = "changes atomically",
};

/* --- what was told --- */

static const char *
memory_name(struct arena *a, struct places *p, const struct race *r)
{
	struct place variable;
	switch (r->memory) {
	case RACE_SOMEWHERE:
		break;
	case RACE_VARIABLE:
		variable = places_find(p, a, r->offset);
		if (variable.function && variable.within)
			return arena_printf(a, "%s+%" PRIu64, variable.function, variable.within);
		return variable.function;
	case RACE_BLOCK:
		return arena_printf(a, "byte %" PRIu64 " of %" PRIu64 " allocated", r->offset, r->block);
	}
	return NULL;
}

/* Each place is where the call, or the hook in front of the access, returns to: the line is that of the byte before. */
static struct tested_access
access_of(struct arena *a, struct places *p, const struct told_race *r, int side)
{
	const struct race_access *s = &r->race.sides[side];
	struct place *stack = arena_array(a, struct place, s->n);
	for (size_t i = 0; i < s->n; i++)
		if (s->stack[i].known)
			stack[i] = places_find(p, a, s->stack[i].offset - 1);
	return (struct tested_access){.actor = r->actors[side], .call = r->calls[side], .does = deeds[s->kind], .n = s->n, .stack = stack};
}

static bool
same_line(const struct place *a, const struct place *b)
{
	return a->file && b->file && a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* A line may read and write the same variable, and be at odds with itself in several ways. */
static bool
same_lines(const struct tested_race *a, const struct tested_race *b)
{
	const struct place *a0 = a->sides[0].stack, *a1 = a->sides[1].stack, *b0 = b->sides[0].stack, *b1 = b->sides[1].stack;
	return (same_line(a0, b0) && same_line(a1, b1)) || (same_line(a0, b1) && same_line(a1, b0));
}

static bool
is_news(const struct tested_race *races, size_t n, const struct tested_race *race)
{
	for (size_t i = 0; i < n; i++)
		if (same_lines(&races[i], race))
			return false;
	return true;
}

static struct tested_race
look_up(struct arena *a, struct places *p, const struct told_race *told)
{
	struct tested_race race = {.memory = memory_name(a, p, &told->race), .size = told->race.size};
	race.sides[0] = access_of(a, p, told, 0);
	race.sides[1] = access_of(a, p, told, 1);
	return race;
}

const struct tested_race *
races_tell(struct arena *a, const char *const libraries[VARIANTS], const struct told_race *told, size_t n, size_t *different)
{
	struct tested_race *races = arena_array(a, struct tested_race, n + 1);
	*different = 0;
	for (int v = 0; v < VARIANTS; v++) {
		struct places *p = NULL;
		for (size_t i = 0; i < n; i++) {
			if ((int)told[i].variant != v)
				continue;
			p = p ? p : places_open(libraries[v]);
			struct tested_race race = look_up(a, p, &told[i]);
			if (is_news(races, *different, &race))
				races[(*different)++] = race;
		}
		places_close(p);
	}
	return races;
}

/* --- for people --- */

static void
write_side(struct text *out, const struct tested_race *r, int side)
{
	const struct tested_access *s = &r->sides[side];
	const char *in = NULL;
	text_printf(out, "    %s%s%s %s ", s->actor, s->call ? " " : "", s->call ? s->call : "", s->does);
	if (side)
		text_str(out, "it");
	else if (r->memory)
		text_str(out, r->memory);
	else
		text_printf(out, "%" PRIu64 " byte%s of memory", r->size, r->size == 1 ? "" : "s");
	for (size_t i = 0; i < s->n; i++) {
		in = s->stack[i].function;
		text_str(out, i ? "\n      from " : "\n      at ");
		if (s->stack[i].known)
			place_print(out, &s->stack[i]);
		else
			text_str(out, "another library");
		if (in && s->stack[i].file)
			text_printf(out, ", in %s", in);
	}
	text_char(out, '\n');
}

void
write_races(struct text *out, const struct tested *t)
{
	for (size_t i = 0; i < t->nraces; i++) {
		text_printf(out, "\nData race%s: neither of these comes before the other\n", t->class && strcmp(t->class, "race") == 0 ? "" : " (a warning)");
		write_side(out, &t->races[i], 0);
		write_side(out, &t->races[i], 1);
	}
	if (t->more_races)
		text_printf(out, "\nand %zu more data races\n", t->more_races);
}

/* --- for programs --- */

static json_t *
json_side(const struct tested_access *s)
{
	json_t *o = json_pack("{s:s, s:s}", "actor", s->actor, "does", s->does), *stack = json_array();
	if (s->call)
		json_object_set_new(o, "call", json_plain(s->call));
	for (size_t i = 0; i < s->n; i++)
		json_array_append_new(stack, s->stack[i].known ? json_place(&s->stack[i]) : json_null());
	json_object_set_new(o, "stack", stack);
	return o;
}

json_t *
json_races(const struct tested *t)
{
	json_t *list = json_array();
	for (size_t i = 0; i < t->nraces; i++) {
		const struct tested_race *r = &t->races[i];
		json_t *o = json_pack("{s:I, s:[o, o]}", "size", (json_int_t)r->size, "accesses", json_side(&r->sides[0]), json_side(&r->sides[1]));
		if (r->memory)
			json_object_set_new(o, "memory", json_plain(r->memory));
		json_array_append_new(list, o);
	}
	return list;
}
