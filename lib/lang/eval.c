#include "lang/collection.h"
#include "lang/history.h"
#include "lang/insn.h"
#include "lang/regex.h"

#include <stdlib.h>
#include <string.h>

/*
 * A step is a turn of a loop, a call, or eight words of a collection that is looked through or made: so a clause comes to
 * its end in about a second and makes at most some hundred megabytes.
 */
enum { FUEL = MACHINE_FUEL, WORDS_PER_STEP = 8, STEPS_OF_A_PATTERN = 1000, LARGEST = 1 << 20 };
enum { FIRST_SCRATCH = 64 };

struct machine *
machine_new(struct heap *h)
{
	struct machine *m = mem_alloc(sizeof *m);
	*m = (struct machine){.heap = h, .cap = FIRST_SCRATCH, .fuel = FUEL};
	m->scratch = mem_alloc(m->cap * sizeof *m->scratch);
	return m;
}

void
machine_free(struct machine *m)
{
	if (!m)
		return;
	free(m->stack);
	free(m->scratch);
	free(m);
}

static enum run
fail(struct machine *m, struct span span, enum fault_kind kind, word a, word b, const struct type *t)
{
	m->fault = (struct fault){kind, span, a, b, t};
	return RUN_FAULT;
}

static uint64_t
choose(const struct frame *f, uint64_t n)
{
	return f->choices ? f->choices->choose(f->choices, n) : 0;
}

static word
floor_div(word a, word b)
{
	word q = a / b;
	return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static word
floor_mod(word a, word b)
{
	word r = b == -1 ? 0 : a % b;
	return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static bool
burn(struct machine *m, uint64_t steps)
{
	if (m->fuel < steps)
		return false;
	m->fuel -= steps;
	return true;
}

/* How many words a value's block has. */
static size_t
length(word w)
{
	return block_of(w)->n;
}

static enum run run(struct machine *, const struct code *, const struct frame *, word *base, word *result);

#define FAIL(kind, x, y, t) return fail(m, code->span[i - code->insn], FAULT_##kind, (x), (y), (t))
#define ARITHMETIC(builtin) \
	if (builtin(sp[-2], sp[-1], &sp[-2])) \
		FAIL(OVERFLOW, 0, 0, NULL); \
	sp--; \
	break
#define COMPARE(op) \
	sp[-2] = sp[-2] op sp[-1]; \
	sp--; \
	break
#define BURN(steps) \
	if (!burn(m, (steps))) \
		FAIL(FUEL, 0, 0, NULL)
#define BURN_WORDS(n) BURN((uint64_t)(n) / WORDS_PER_STEP + 1)

/* Folds the words of a block: sum, min or max. */
static enum run
fold(struct machine *m, struct span span, uint16_t op, word collection, word *result)
{
	const struct block *b = block_of(collection);
	if (op != I_SUM_OF && b->n == 0)
		return fail(m, span, FAULT_NOTHING, 0, 0, NULL);
	word all = op == I_SUM_OF ? 0 : b->at[0];
	for (size_t i = 0; i < b->n; i++) {
		if (op == I_SUM_OF && __builtin_add_overflow(all, b->at[i], &all))
			return fail(m, span, FAULT_OVERFLOW, 0, 0, NULL);
		if ((op == I_MIN_OF && b->at[i] < all) || (op == I_MAX_OF && b->at[i] > all))
			all = b->at[i];
	}
	*result = all;
	return RUN_OK;
}

/* Instructions on sequences of which some position must exist. */
static bool
sequence_part(struct machine *m, uint16_t op, word *at)
{
	const struct block *b = block_of(*at);
	if (b->n == 0)
		return false;
	if (op == I_HEAD)
		*at = b->at[0];
	else if (op == I_LAST)
		*at = b->at[b->n - 1];
	else
		*at = seq_slice(m, *at, op == I_TAIL, b->n - 1);
	return true;
}

static word
take_or_drop(struct machine *m, bool take, word seq, word n)
{
	size_t all = length(seq), k = n < 0 ? 0 : n > (word)all ? all : (size_t)n;
	return take ? seq_slice(m, seq, 0, k) : seq_slice(m, seq, k, all - k);
}

static enum regex_answer
string_matches(const void *regex, const struct block *b)
{
	struct text t = {0};
	for (size_t i = 0; i < b->n; i++)
		text_char(&t, (char)b->at[i]);
	enum regex_answer answer = regex_matches(regex, t.s ? t.s : "", t.n);
	text_free(&t);
	return answer;
}

/* map_get, quicker for the most common maps. */
static bool
value_at(const struct type *map, word m, word key, word *value)
{
	if (!map->total || !map->key->flat)
		return map_get(map, m, key, value);
	uint64_t at = (uint64_t)key - (uint64_t)map->key->min;
	if (at >= length(m))
		return false;
	*value = block_of(m)->at[at];
	return true;
}

/* Looks for a key of the pairs that a total map does not have. */
static bool
no_key(const struct type *map, word pairs, word *key)
{
	const struct block *b = block_of(pairs);
	for (size_t i = 0; i < b->n; i += 2) {
		*key = b->at[i];
		if (!value_fits(map->key, *key))
			return true;
	}
	return false;
}

static enum run
run(struct machine *m, const struct code *code, const struct frame *f, word *base, word *result) /* NOLINT(readability-function-size) */
{
	word *local = base, *sp = base + code->locals;
	for (const struct insn *i = code->insn;; i++) {
		size_t b = (size_t)i->b;
		word w;
		uint64_t set;
		enum run part;
		switch ((enum insn_op)i->op) {
		case I_PUSH:
			*sp++ = code->constant[b];
			break;
		case I_LOAD:
			*sp++ = f->at[i->a][b];
			break;
		case I_LOAD_OLD:
			*sp++ = f->old[i->a][b];
			break;
		case I_STORE:
			f->at[i->a][b] = *--sp;
			break;
		case I_LOCAL:
			*sp++ = local[b];
			break;
		case I_SET_LOCAL:
			local[b] = *--sp;
			break;
		case I_POP:
			sp--;
			break;
		case I_JUMP:
			i = code->insn + b - 1;
			break;
		case I_JUMP_FALSE:
			if (!*--sp)
				i = code->insn + b - 1;
			break;
		case I_JUMP_TRUE:
			if (*--sp)
				i = code->insn + b - 1;
			break;
		case I_AND_THEN:
			if (sp[-1])
				sp--;
			else
				i = code->insn + b - 1;
			break;
		case I_OR_ELSE:
			if (sp[-1])
				i = code->insn + b - 1;
			else
				sp--;
			break;
		case I_RETURN:
			*result = sp[-1];
			return RUN_OK;
		case I_ADD:
			ARITHMETIC(__builtin_add_overflow);
		case I_SUB:
			ARITHMETIC(__builtin_sub_overflow);
		case I_MUL:
			ARITHMETIC(__builtin_mul_overflow);
		case I_DIV:
		case I_MOD:
			w = *--sp;
			if (w == 0)
				FAIL(DIVISION, 0, 0, NULL);
			if (i->op == I_DIV && w == -1 && sp[-1] == INT64_MIN)
				FAIL(OVERFLOW, 0, 0, NULL);
			sp[-1] = i->op == I_DIV ? floor_div(sp[-1], w) : floor_mod(sp[-1], w);
			break;
		case I_NEG:
			if (__builtin_sub_overflow((word)0, sp[-1], &sp[-1]))
				FAIL(OVERFLOW, 0, 0, NULL);
			break;
		case I_ABS:
			if (sp[-1] == INT64_MIN)
				FAIL(OVERFLOW, 0, 0, NULL);
			sp[-1] = sp[-1] < 0 ? -sp[-1] : sp[-1];
			break;
		case I_EQ:
			COMPARE(==);
		case I_NE:
			COMPARE(!=);
		case I_LT:
			COMPARE(<);
		case I_LE:
			COMPARE(<=);
		case I_GT:
			COMPARE(>);
		case I_GE:
			COMPARE(>=);
		case I_NOT:
			sp[-1] = !sp[-1];
			break;
		case I_MIN2:
			sp--;
			sp[-1] = *sp < sp[-1] ? *sp : sp[-1];
			break;
		case I_MAX2:
			sp--;
			sp[-1] = *sp > sp[-1] ? *sp : sp[-1];
			break;
		case I_CHECK_INT:
			if (sp[-1] < code->type[b]->min || sp[-1] > code->type[b]->max)
				FAIL(LEAVES, sp[-1], 0, code->type[b]);
			break;
		case I_CHECK:
			BURN_WORDS(code->type[b]->flat ? 0 : length(sp[-1]));
			if (!value_fits(code->type[b], sp[-1]))
				FAIL(LEAVES, sp[-1], 0, code->type[b]);
			break;
		case I_CHECK_CHR:
			if (sp[-1] < 0 || sp[-1] > 255)
				FAIL(CHARACTER, sp[-1], 0, NULL);
			break;
		case I_FIELD:
			sp[-1] = block_of(sp[-1])->at[b];
			break;
		case I_PUT_FIELD:
			sp--;
			sp[-1] = block_with(m, sp[-1], b, *sp);
			break;
		case I_SEQ_AT:
		case I_SEQ_PUT:
			w = i->op == I_SEQ_PUT ? *--sp : 0;
			sp--;
			if (*sp < 0 || *sp >= (word)length(sp[-1]))
				FAIL(POSITION, *sp, (word)length(sp[-1]), NULL);
			if (i->op == I_SEQ_AT) {
				sp[-1] = block_of(sp[-1])->at[*sp];
				break;
			}
			BURN_WORDS(length(sp[-1]));
			sp[-1] = block_with(m, sp[-1], (size_t)*sp, w);
			break;
		case I_MAP_AT:
			sp--;
			if (!value_at(code->type[b], sp[-1], *sp, &w))
				FAIL(KEY, *sp, 0, code->type[b]->key);
			sp[-1] = w;
			break;
		case I_MAP_PUT:
			sp -= 2;
			BURN_WORDS(length(sp[-1]));
			if (!code->type[b]->total && length(sp[-1]) >= LARGEST)
				FAIL(SIZE, 0, 0, NULL);
			if (code->type[b]->total && !value_fits(code->type[b]->key, *sp))
				FAIL(KEY, *sp, 0, code->type[b]->key);
			sp[-1] = map_with(m, code->type[b], sp[-1], sp[0], sp[1]);
			break;
		case I_LEN:
			sp[-1] = (word)(length(sp[-1]) / i->a);
			break;
		case I_EMPTY:
			sp[-1] = length(sp[-1]) == 0;
			break;
		case I_HEAD:
		case I_TAIL:
		case I_LAST:
		case I_FRONT:
			BURN_WORDS(i->op == I_TAIL || i->op == I_FRONT ? length(sp[-1]) : 0);
			if (!sequence_part(m, i->op, &sp[-1]))
				FAIL(EMPTY, 0, 0, NULL);
			break;
		case I_TAKE:
		case I_DROP:
			sp--;
			BURN_WORDS(length(sp[-1]));
			sp[-1] = take_or_drop(m, i->op == I_TAKE, sp[-1], *sp);
			break;
		case I_REVERSE:
			BURN_WORDS(length(sp[-1]));
			sp[-1] = seq_reverse(m, sp[-1]);
			break;
		case I_CONCAT:
			sp--;
			BURN_WORDS(length(sp[-1]) + length(*sp));
			if (length(sp[-1]) + length(*sp) > LARGEST)
				FAIL(SIZE, 0, 0, NULL);
			sp[-1] = seq_concat(m, sp[-1], *sp);
			break;
		case I_MAKE:
			sp -= i->a;
			memcpy(scratch_reserve(m, i->a), sp, i->a * sizeof *sp);
			m->used += i->a;
			if (!collection_make(m, code->type[b], m->used - i->a, sp))
				FAIL(KEYS, 0, 0, code->type[b]);
			sp++;
			break;
		case I_IN:
			sp--;
			BURN_WORDS(code->type[b]->kind == TYPE_SEQ ? length(*sp) : 0);
			sp[-1] = collection_has(code->type[b], *sp, sp[-1]);
			break;
		case I_IN_RANGE:
			sp -= 2;
			sp[-1] = sp[-1] >= sp[0] && sp[-1] <= sp[1];
			break;
		case I_FITS:
			sp[-1] = value_fits(code->type[b], sp[-1]);
			break;
		case I_UNION:
			sp--;
			BURN_WORDS(length(sp[-1]) + length(*sp));
			if (length(sp[-1]) + length(*sp) > LARGEST)
				FAIL(SIZE, 0, 0, NULL);
			sp[-1] = collection_merge(m, code->type[b], MERGE_UNION, sp[-1], *sp);
			break;
		case I_MINUS:
			sp--;
			BURN_WORDS(length(sp[-1]) + length(*sp));
			sp[-1] = collection_merge(m, code->type[b], MERGE_MINUS, sp[-1], *sp);
			break;
		case I_INTER:
			sp--;
			BURN_WORDS(length(sp[-1]) + length(*sp));
			sp[-1] = collection_merge(m, code->type[b], MERGE_INTER, sp[-1], *sp);
			break;
		case I_SUBSET:
			sp--;
			BURN_WORDS(length(sp[-1]) + length(*sp));
			sp[-1] = collection_subset(code->type[b], sp[-1], *sp);
			break;
		case I_OVERRIDE:
			sp--;
			BURN_WORDS(length(sp[-1]) + length(*sp));
			if (length(sp[-1]) + length(*sp) > LARGEST)
				FAIL(SIZE, 0, 0, NULL);
			if (code->type[b]->total && no_key(code->type[b], *sp, &w))
				FAIL(KEY, w, 0, code->type[b]->key);
			sp[-1] = map_override(m, code->type[b], sp[-1], *sp);
			break;
		case I_WITHOUT:
			sp--;
			BURN_WORDS(length(sp[-1]));
			sp[-1] = map_without(m, code->type[b], sp[-1], *sp);
			break;
		case I_OCCURS:
			sp--;
			BURN_WORDS(length(*sp));
			sp[-1] = count_of(block_of(*sp), sp[-1]);
			break;
		case I_ELEMS:
			BURN_WORDS(length(sp[-1]));
			sp[-1] = collection_elements(m, code->type[b], sp[-1]);
			break;
		case I_DOM:
			BURN_WORDS(length(sp[-1]));
			sp[-1] = map_keys(m, code->type[b], sp[-1]);
			break;
		case I_SUM_OF:
		case I_MIN_OF:
		case I_MAX_OF:
			BURN_WORDS(length(sp[-1]));
			part = fold(m, code->span[i - code->insn], i->op, sp[-1], &sp[-1]);
			if (part != RUN_OK)
				return part;
			break;
		case I_RANGE_SET:
			sp--;
			if (*sp >= sp[-1] && (uint64_t)*sp - (uint64_t)sp[-1] >= LARGEST)
				FAIL(SIZE, 0, 0, NULL);
			BURN_WORDS(*sp < sp[-1] ? 0 : *sp - sp[-1]);
			sp[-1] = *sp < sp[-1] ? empty_block() : range_set(m, sp[-1], *sp);
			break;
		case I_FILL:
			BURN_WORDS(code->type[b]->key->count);
			sp[-1] = map_filled(m, code->type[b], sp[-1]);
			break;
		case I_MATCHES: {
			BURN(STEPS_OF_A_PATTERN + length(sp[-1]));
			enum regex_answer answer = string_matches(code->regex[b], block_of(sp[-1]));
			if (answer == REGEX_FAILED)
				FAIL(PATTERN, 0, 0, NULL);
			sp[-1] = answer == REGEX_YES;
			break;
		}
		case I_FOR_RANGE:
			sp -= 2;
			local[b + 1] = sp[0];
			set = (uint64_t)sp[1] - (uint64_t)sp[0];
			local[b + 2] = sp[1] < sp[0] ? 0 : (word)(set == UINT64_MAX ? set : set + 1);
			break;
		case I_NEXT_RANGE:
			BURN(1);
			if (local[i->a + 2] == 0) {
				i = code->insn + b - 1;
				break;
			}
			local[i->a] = local[i->a + 1];
			local[i->a + 1] = (word)((uint64_t)local[i->a + 1] + 1);
			local[i->a + 2]--;
			break;
		case I_FOR_BLOCK:
			local[b + 1] = *--sp;
			local[b + 2] = 0;
			break;
		case I_NEXT_BLOCK:
			BURN(1);
			if (local[i->a + 2] >= (word)length(local[i->a + 1]))
				i = code->insn + b - 1;
			else
				local[i->a] = block_of(local[i->a + 1])->at[local[i->a + 2]++];
			break;
		case I_FOR_TYPE:
			local[i->a + 1] = 0;
			break;
		case I_NEXT_TYPE: {
			BURN(1);
			const struct type *t = code->type[i[1].b];
			if ((uint64_t)local[i->a + 1] >= t->count) {
				i = code->insn + b - 1;
				break;
			}
			local[i->a] = type_nth(m->heap, t, (uint64_t)local[i->a + 1]++);
			i++; /* over the instruction that carries the type */
			break;
		}
		case I_FOR_CALLS:
			local[b + 1] = *--sp;
			break;
		case I_NEXT_CALLS:
			BURN(1);
			if (local[i->a + 1] == 0)
				i = code->insn + b - 1;
			else
				local[i->a] = history_take_first(f->calls, &local[i->a + 1]);
			break;
		case I_CALL_IS:
			*sp++ = f->calls->at[local[i->a]].op == i->b;
			break;
		case I_CALL_ARG:
			*sp++ = f->calls->at[local[i->a]].args[b];
			break;
		case I_HISTORY:
		case I_HISTORY_EMPTY:
			sp -= history_values(&code->match[b]);
			if (!history_find(f->calls, i->a, &code->match[b], sp, i->op == I_HISTORY_EMPTY, &set))
				return RUN_ASKS;
			*sp++ = i->op == I_HISTORY_EMPTY ? set == 0 : (word)set;
			break;
		case I_COUNT_BITS:
			sp[-1] = __builtin_popcountll((uint64_t)sp[-1]);
			break;
		case I_COLLECT:
			local[b] = (word)m->used;
			break;
		case I_GATHER:
			if (m->used > LARGEST)
				FAIL(SIZE, 0, 0, NULL);
			scratch_push(m, *--sp);
			break;
		case I_COLLECTED:
			BURN_WORDS(m->used - (size_t)local[i->a]);
			if (!collection_make(m, code->type[b], (size_t)local[i->a], sp))
				FAIL(KEYS, 0, 0, code->type[b]);
			sp++;
			break;
		case I_ADD_LOCAL:
			sp--;
			if (__builtin_add_overflow(local[b], *sp, &local[b]))
				FAIL(OVERFLOW, 0, 0, NULL);
			break;
		case I_BEST:
			sp--;
			if (!local[b + 1] || (i->a ? *sp > local[b] : *sp < local[b]))
				local[b] = *sp;
			local[b + 1] = true;
			break;
		case I_BEST_OF:
			if (!local[b + 1])
				FAIL(NOTHING, 0, 0, NULL);
			*sp++ = local[b];
			break;
		case I_SOME:
			sp[-1] = heap_block(m->heap, &sp[-1], 1);
			break;
		case I_THE:
			if (length(sp[-1]) == 0)
				FAIL(NO_VALUE, 0, 0, NULL);
			sp[-1] = block_of(sp[-1])->at[0];
			break;
		case I_CALL:
			BURN(1);
			sp -= i->a;
			part = run(m, code->function[b]->code, f, sp, sp);
			if (part != RUN_OK)
				return part;
			sp++;
			break;
		case I_PICK_RANGE:
			sp -= 2;
			if (sp[1] <= 0)
				FAIL(STEP, sp[1], 0, NULL);
			if (sp[0] < sp[-1])
				FAIL(NO_CHOICE, 0, 0, NULL);
			set = ((uint64_t)sp[0] - (uint64_t)sp[-1]) / (uint64_t)sp[1];
			sp[-1] = (word)((uint64_t)sp[-1] + choose(f, set == UINT64_MAX ? set : set + 1) * (uint64_t)sp[1]);
			break;
		case I_PICK_IN:
			w = code->type[b]->kind == TYPE_MAP ? map_keys(m, code->type[b], sp[-1]) : sp[-1];
			if (length(w) == 0)
				FAIL(NO_CHOICE, 0, 0, NULL);
			sp[-1] = block_of(w)->at[choose(f, length(w))];
			break;
		case I_PICK_TYPE:
			*sp++ = type_nth(m->heap, code->type[b], choose(f, code->type[b]->count));
			break;
		}
	}
}

enum run
code_run(struct machine *m, const struct code *code, const struct frame *f, word *result)
{
	if (m->size < code->need) {
		m->size = code->need;
		m->stack = mem_grow(m->stack, m->size * sizeof *m->stack);
	}
	m->spent += FUEL - m->fuel;
	m->fuel = FUEL;
	m->used = 0;
	if (f->at[SEG_LOCAL])
		memcpy(m->stack, f->at[SEG_LOCAL], (size_t)code->locals * sizeof *m->stack);
	return run(m, code, f, m->stack, result);
}
