/*
 * Random expressions over numbers, conditions, sequences and sets. Each is written with all its parentheses, run, and
 * compared with a small evaluator of its own; and what is printed of it is read again as the same.
 */
#include "unit/lang/world.h"

#include "unit/unit.h"

enum { DEEPEST_VALUE = 5, WORLDS = 40, EXPRESSIONS = 1000, MOST_BOUND = 16 };

enum sort { INT, BOOL, SEQ, SET };

enum shape {
	LITERAL, /* number, true and false */
	VARIABLE, /* text */
	BOUND, /* number: which of the names around it */
	ITEMS, /* [..] or {..} */
	PREFIX, INFIX, /* op */
	FUNCTION, /* op */
	INDEX, IF, LET,
	QUANTIFIER, /* op; kid[0] is the domain, kid[1] the body */
	COMPREHENSION, /* kid[0] is the domain, kid[1] the element, kid[2] the condition */
};

struct node {
	enum shape shape;
	enum sort sort;
	enum op op;
	word number;
	const char *text;
	size_t n;
	struct node *kid[4];
};

struct value {
	enum fault_kind fault;
	word number;
	size_t n;
	word *at;
};

struct random {
	struct arena arena;
	uint64_t seed;
	int bound; /* names around the place where a node is made */
	word values[MOST_BOUND]; /* of these names while a node is evaluated */
};

static const struct {
	const char *name;
	enum sort sort;
	size_t n;
	word at[3];
} variables[] = {
	{"i", INT, 1, {-7}}, {"k", INT, 1, {3}}, {"r", INT, 1, {5}}, {"N", INT, 1, {4}}, {"flag", BOOL, 1, {true}}, {"inside", BOOL, 1, {false}},
	{"list", SEQ, 3, {3, 1, 2}}, {"digits", SEQ, 2, {1, 2}}, {"tries", SEQ, 0, {0}}, {"free", SET, 2, {0, 2}},
};

static uint64_t
below(struct random *r, uint64_t n)
{
	r->seed = r->seed * 6364136223846793005u + 1442695040888963407u;
	return (r->seed >> 33) % n;
}

/* --- making --- */

static struct node *make(struct random *, enum sort, int depth);

static struct node *
node(struct random *r, enum shape shape, enum sort sort)
{
	struct node *e = arena_new(&r->arena, struct node);
	e->shape = shape;
	e->sort = sort;
	return e;
}

static struct node *
add(struct random *r, struct node *e, enum sort sort, int depth)
{
	e->kid[e->n++] = make(r, sort, depth - 1);
	return e;
}

static struct node *
leaf(struct random *r, enum sort sort)
{
	static const word numbers[] = {0, 1, 2, 3, 7, 10, 1000, 4611686018427387904, INT64_MAX};
	struct node *e;
	if (sort == INT && r->bound > 0 && below(r, 2)) {
		e = node(r, BOUND, INT);
		e->number = (word)below(r, (uint64_t)r->bound);
		return e;
	}
	if (sort == INT && below(r, 2)) {
		e = node(r, LITERAL, INT);
		e->number = numbers[below(r, sizeof numbers / sizeof *numbers)];
		return e;
	}
	for (;;) {
		size_t i = below(r, sizeof variables / sizeof *variables);
		if (variables[i].sort != sort)
			continue;
		e = node(r, VARIABLE, sort);
		e->number = (word)i;
		e->text = variables[i].name;
		return e;
	}
}

static struct node *
operation(struct random *r, enum shape shape, enum sort sort, enum op op, int depth, const char *sorts)
{
	struct node *e = node(r, shape, sort);
	e->op = op;
	for (; *sorts; sorts++)
		add(r, e, *sorts == 'i' ? INT : *sorts == 'b' ? BOOL : *sorts == 'q' ? SEQ : *sorts == 's' ? SET : below(r, 2) ? SEQ : SET, depth);
	return e;
}

static struct node *
binding(struct random *r, enum shape shape, enum sort sort, enum op op, enum sort first, enum sort body, int depth)
{
	struct node *e = node(r, shape, sort);
	e->op = op;
	add(r, e, first, depth);
	r->bound++;
	add(r, e, body, depth);
	if (shape == COMPREHENSION)
		add(r, e, BOOL, depth);
	r->bound--;
	return e;
}

static struct node *
make_int(struct random *r, int depth)
{
	static const enum op infix[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD}, folds[] = {OP_SUM_OF, OP_MIN_OF, OP_MAX_OF};
	static const enum op quantifiers[] = {OP_SUM, OP_MIN, OP_MAX};
	switch (below(r, 9)) {
	case 0:
		return operation(r, PREFIX, INT, OP_NEG, depth, "i");
	case 1:
		return operation(r, FUNCTION, INT, folds[below(r, 3)], depth, "c");
	case 2:
		return operation(r, FUNCTION, INT, below(r, 2) ? OP_HEAD : OP_LAST, depth, "q");
	case 3:
		return operation(r, FUNCTION, INT, below(r, 2) ? OP_MIN_OF : OP_MAX_OF, depth, "ii");
	case 4:
		return operation(r, INDEX, INT, OP_NONE, depth, "qi");
	case 5:
		return below(r, 2) ? operation(r, FUNCTION, INT, OP_LEN, depth, "c") : operation(r, FUNCTION, INT, OP_ABS, depth, "i");
	case 6:
		return binding(r, QUANTIFIER, INT, quantifiers[below(r, 3)], below(r, 2) ? SEQ : SET, INT, depth);
	case 7:
		return binding(r, QUANTIFIER, INT, OP_COUNT, below(r, 2) ? SEQ : SET, BOOL, depth);
	}
	return operation(r, INFIX, INT, infix[below(r, 5)], depth, "ii");
}

static struct node *
make_bool(struct random *r, int depth)
{
	static const enum op logic[] = {OP_AND, OP_OR, OP_IMPLIES}, compare[] = {OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE};
	switch (below(r, 8)) {
	case 0:
		return operation(r, PREFIX, BOOL, OP_NOT, depth, "b");
	case 1:
		return operation(r, INFIX, BOOL, compare[below(r, 6)], depth, "ii");
	case 2:
		return operation(r, INFIX, BOOL, compare[below(r, 2)], depth, below(r, 2) ? "qq" : "ss");
	case 3:
		return operation(r, INFIX, BOOL, below(r, 2) ? OP_IN : OP_NOT_IN, depth, "ic");
	case 4:
		return operation(r, FUNCTION, BOOL, OP_SUBSET, depth, "ss");
	case 5:
		return binding(r, QUANTIFIER, BOOL, below(r, 2) ? OP_FORALL : OP_EXISTS, below(r, 2) ? SEQ : SET, BOOL, depth);
	case 6:
		return operation(r, FUNCTION, BOOL, OP_EMPTY, depth, "c");
	}
	return operation(r, INFIX, BOOL, logic[below(r, 3)], depth, "bb");
}

static struct node *
make_seq(struct random *r, int depth)
{
	switch (below(r, 6)) {
	case 0:
		return operation(r, ITEMS, SEQ, OP_NONE, depth, below(r, 2) ? "i" : "iii");
	case 1:
		return operation(r, FUNCTION, SEQ, below(r, 2) ? OP_TAIL : OP_FRONT, depth, "q");
	case 2:
		return operation(r, FUNCTION, SEQ, below(r, 2) ? OP_TAKE : OP_DROP, depth, "qi");
	case 3:
		return operation(r, FUNCTION, SEQ, OP_REVERSE, depth, "q");
	case 4:
		return binding(r, COMPREHENSION, SEQ, OP_NONE, below(r, 2) ? SEQ : SET, INT, depth);
	}
	return operation(r, INFIX, SEQ, OP_CONCAT, depth, "qq");
}

static struct node *
make_set(struct random *r, int depth)
{
	struct node *e;
	switch (below(r, 6)) {
	case 0:
		return operation(r, ITEMS, SET, OP_NONE, depth, below(r, 2) ? "i" : "iii");
	case 1:
		return operation(r, FUNCTION, SET, OP_INTER, depth, "ss");
	case 2:
		return operation(r, FUNCTION, SET, OP_ELEMS, depth, "q");
	case 3:
		return binding(r, COMPREHENSION, SET, OP_NONE, below(r, 2) ? SEQ : SET, INT, depth);
	case 4:
		e = operation(r, INFIX, SET, OP_RANGE, 1, "ii");
		for (int i = 0; i < 2; i++) { /* a short one */
			e->kid[i]->shape = LITERAL;
			e->kid[i]->number = (word)below(r, 6);
		}
		return e;
	}
	return operation(r, INFIX, SET, below(r, 2) ? OP_ADD : OP_SUB, depth, "ss");
}

static struct node *
make(struct random *r, enum sort sort, int depth)
{
	if (depth <= 0 || below(r, 8) == 0)
		return leaf(r, sort);
	if (below(r, 10) == 0) {
		struct node *e = add(r, node(r, IF, sort), BOOL, depth);
		return add(r, add(r, e, sort, depth), sort, depth);
	}
	if (below(r, 12) == 0)
		return binding(r, LET, sort, OP_NONE, INT, sort, depth);
	switch (sort) {
	case INT:
		return make_int(r, depth);
	case BOOL:
		return make_bool(r, depth);
	case SEQ:
		return make_seq(r, depth);
	case SET:
		return make_set(r, depth);
	}
	return NULL;
}

/* --- writing, with all parentheses --- */

static void
write(struct text *out, const struct node *e, int bound)
{
	static const char *const brackets[] = {[SEQ] = "[]", [SET] = "{}"};
	const char *spelling = op_table[e->op].spelling;
	switch (e->shape) {
	case LITERAL:
		text_printf(out, "%lld", (long long)e->number);
		return;
	case VARIABLE:
		text_str(out, e->text);
		return;
	case BOUND:
		text_printf(out, "v%lld", (long long)e->number);
		return;
	case ITEMS:
	case FUNCTION:
		text_printf(out, "%s%c", e->shape == FUNCTION ? spelling : "", e->shape == FUNCTION ? '(' : brackets[e->sort][0]);
		for (size_t i = 0; i < e->n; i++) {
			text_str(out, i ? ", " : "");
			write(out, e->kid[i], bound);
		}
		text_char(out, e->shape == FUNCTION ? ')' : brackets[e->sort][1]);
		return;
	case PREFIX:
		text_printf(out, "(%s ", spelling);
		write(out, e->kid[0], bound);
		break;
	case INFIX:
		text_char(out, '(');
		write(out, e->kid[0], bound);
		text_printf(out, " %s ", spelling);
		write(out, e->kid[1], bound);
		break;
	case INDEX:
		text_char(out, '(');
		write(out, e->kid[0], bound);
		text_char(out, '[');
		write(out, e->kid[1], bound);
		text_char(out, ']');
		break;
	case IF:
		text_str(out, "(if ");
		write(out, e->kid[0], bound);
		text_str(out, " then ");
		write(out, e->kid[1], bound);
		text_str(out, " else ");
		write(out, e->kid[2], bound);
		break;
	case LET:
		text_printf(out, "(let v%d = ", bound);
		write(out, e->kid[0], bound);
		text_str(out, " in ");
		write(out, e->kid[1], bound + 1);
		break;
	case QUANTIFIER:
		text_printf(out, "(%s v%d in ", spelling, bound);
		write(out, e->kid[0], bound);
		text_str(out, " . ");
		write(out, e->kid[1], bound + 1);
		break;
	case COMPREHENSION:
		text_char(out, brackets[e->sort][0]);
		write(out, e->kid[1], bound + 1);
		text_printf(out, " | v%d in ", bound);
		write(out, e->kid[0], bound);
		text_str(out, ", ");
		write(out, e->kid[2], bound + 1);
		text_char(out, brackets[e->sort][1]);
		return;
	}
	text_char(out, ')');
}

/* --- evaluating --- */

static struct value
failed(enum fault_kind fault)
{
	return (struct value){.fault = fault};
}

static struct value
number(__int128 n)
{
	return n < INT64_MIN || n > INT64_MAX ? failed(FAULT_OVERFLOW) : (struct value){.number = (word)n};
}

static bool
has(struct value v, word x)
{
	for (size_t i = 0; i < v.n; i++)
		if (v.at[i] == x)
			return true;
	return false;
}

static struct value
room(struct random *r, size_t n)
{
	return (struct value){.at = arena_array(&r->arena, word, n + 1)};
}

/* A set is kept in ascending order, so that it can be compared and printed. */
static void
put(struct value *v, enum sort sort, word x)
{
	if (sort == SET && has(*v, x))
		return;
	size_t i = v->n++;
	for (; sort == SET && i > 0 && v->at[i - 1] > x; i--)
		v->at[i] = v->at[i - 1];
	v->at[i] = x;
}

static struct value
slice(struct random *r, struct value v, size_t from, size_t to)
{
	struct value part = room(r, v.n);
	for (size_t i = from; i < to; i++)
		put(&part, SEQ, v.at[i]);
	return part;
}

static __int128
floored(__int128 a, __int128 b)
{
	__int128 q = a / b;
	return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

static bool
equal(struct value a, struct value b)
{
	bool same = a.number == b.number && a.n == b.n;
	for (size_t i = 0; same && i < a.n; i++)
		same = a.at[i] == b.at[i];
	return same;
}

static struct value
infix(struct random *r, const struct node *e, struct value a, struct value b)
{
	struct value v;
	__int128 x = a.number, y = b.number;
	switch ((int)e->op) {
	case OP_ADD:
	case OP_CONCAT:
		if (e->sort == INT)
			return number(x + y);
		v = room(r, a.n + b.n);
		for (size_t i = 0; i < a.n + b.n; i++)
			put(&v, e->sort, i < a.n ? a.at[i] : b.at[i - a.n]);
		return v;
	case OP_SUB:
		if (e->sort == INT)
			return number(x - y);
		v = room(r, a.n);
		for (size_t i = 0; i < a.n; i++)
			if (!has(b, a.at[i]))
				put(&v, SET, a.at[i]);
		return v;
	case OP_MUL:
		return number(x * y);
	case OP_DIV:
		return y == 0 ? failed(FAULT_DIVISION) : number(floored(x, y));
	case OP_MOD:
		return y == 0 ? failed(FAULT_DIVISION) : number(x - y * floored(x, y));
	case OP_EQ:
		return number(equal(a, b));
	case OP_NE:
		return number(!equal(a, b));
	case OP_LT:
		return number(x < y);
	case OP_LE:
		return number(x <= y);
	case OP_GT:
		return number(x > y);
	case OP_GE:
		return number(x >= y);
	case OP_IN:
		return number(has(b, a.number));
	case OP_NOT_IN:
		return number(!has(b, a.number));
	case OP_RANGE:
		v = room(r, 8);
		for (word i = a.number; i <= b.number; i++)
			put(&v, SET, i);
		return v;
	}
	abort();
}

static struct value
fold(enum op op, struct value v)
{
	if (v.n == 0 && op != OP_SUM && op != OP_SUM_OF)
		return failed(FAULT_NOTHING);
	struct value all = {.number = v.n && op != OP_SUM && op != OP_SUM_OF ? v.at[0] : 0};
	for (size_t i = 0; i < v.n && !all.fault; i++) {
		if (op == OP_SUM || op == OP_SUM_OF)
			all = number((__int128)all.number + v.at[i]);
		else if ((op == OP_MIN || op == OP_MIN_OF) == (v.at[i] < all.number))
			all.number = v.at[i];
	}
	return all;
}

static struct value
function(struct random *r, const struct node *e, struct value a, struct value b)
{
	struct value v = room(r, a.n);
	size_t cut = b.number < 0 ? 0 : b.number > (word)a.n ? a.n : (size_t)b.number;
	switch ((int)e->op) {
	case OP_LEN:
		return number((__int128)a.n);
	case OP_EMPTY:
		return number(a.n == 0);
	case OP_SUM_OF:
		return fold(e->op, a);
	case OP_MIN_OF:
	case OP_MAX_OF:
		if (e->n == 1)
			return fold(e->op, a);
		return number((e->op == OP_MIN_OF) == (a.number < b.number) ? a.number : b.number);
	case OP_HEAD:
		return a.n ? number(a.at[0]) : failed(FAULT_EMPTY);
	case OP_LAST:
		return a.n ? number(a.at[a.n - 1]) : failed(FAULT_EMPTY);
	case OP_TAIL:
		return a.n ? slice(r, a, 1, a.n) : failed(FAULT_EMPTY);
	case OP_FRONT:
		return a.n ? slice(r, a, 0, a.n - 1) : failed(FAULT_EMPTY);
	case OP_TAKE:
		return slice(r, a, 0, cut);
	case OP_DROP:
		return slice(r, a, cut, a.n);
	case OP_REVERSE:
		for (size_t i = a.n; i > 0; i--)
			put(&v, SEQ, a.at[i - 1]);
		return v;
	case OP_ELEMS:
		for (size_t i = 0; i < a.n; i++)
			put(&v, SET, a.at[i]);
		return v;
	case OP_INTER:
		for (size_t i = 0; i < a.n; i++)
			if (has(b, a.at[i]))
				put(&v, SET, a.at[i]);
		return v;
	case OP_SUBSET:
		for (size_t i = 0; i < a.n; i++)
			if (!has(b, a.at[i]))
				return number(false);
		return number(true);
	}
	abort();
}

static struct value evaluate(struct random *, const struct node *, int bound);

static struct value
logic(struct random *r, const struct node *e, int bound)
{
	struct value a = evaluate(r, e->kid[0], bound);
	if (a.fault)
		return a;
	if (e->op == OP_AND ? !a.number : e->op == OP_OR ? a.number : !a.number)
		return number(e->op != OP_AND);
	return evaluate(r, e->kid[1], bound);
}

static struct value
quantifier(struct random *r, const struct node *e, int bound)
{
	struct value all = evaluate(r, e->kid[0], bound), kept = room(r, all.n), sum = {0};
	if (all.fault)
		return all;
	for (size_t i = 0; i < all.n; i++) {
		r->values[bound] = all.at[i];
		struct value v = evaluate(r, e->kid[1], bound + 1);
		if (v.fault)
			return v;
		if ((e->op == OP_FORALL && !v.number) || (e->op == OP_EXISTS && v.number))
			return number(e->op == OP_EXISTS);
		put(&kept, SEQ, v.number);
		if (e->op == OP_SUM && (sum = number((__int128)sum.number + v.number)).fault)
			return sum;
	}
	if (e->op == OP_FORALL || e->op == OP_EXISTS)
		return number(e->op == OP_FORALL);
	return fold(e->op == OP_COUNT ? OP_SUM : e->op, kept);
}

static struct value
comprehension(struct random *r, const struct node *e, int bound)
{
	struct value all = evaluate(r, e->kid[0], bound), made = room(r, all.n);
	if (all.fault)
		return all;
	for (size_t i = 0; i < all.n; i++) {
		r->values[bound] = all.at[i];
		struct value v = evaluate(r, e->kid[2], bound + 1);
		if (!v.fault && !v.number)
			continue;
		if (!v.fault)
			v = evaluate(r, e->kid[1], bound + 1);
		if (v.fault)
			return v;
		put(&made, e->sort, v.number);
	}
	return made;
}

static struct value
plain(struct random *r, const struct node *e, int bound)
{
	struct value v[4] = {{0}}, made = room(r, 4);
	for (size_t i = 0; i < e->n; i++) {
		v[i] = evaluate(r, e->kid[i], bound);
		if (v[i].fault)
			return v[i];
	}
	if (e->shape == INFIX)
		return infix(r, e, v[0], v[1]);
	if (e->shape == FUNCTION && e->op == OP_ABS)
		return number(v[0].number < 0 ? -(__int128)v[0].number : v[0].number);
	if (e->shape == FUNCTION)
		return function(r, e, v[0], v[1]);
	if (e->shape == PREFIX)
		return number(e->op == OP_NOT ? !v[0].number : -(__int128)v[0].number);
	if (e->shape == INDEX)
		return v[1].number < 0 || v[1].number >= (word)v[0].n ? failed(FAULT_POSITION) : number(v[0].at[v[1].number]);
	for (size_t i = 0; i < e->n; i++)
		put(&made, e->sort, v[i].number);
	return made;
}

static struct value
evaluate(struct random *r, const struct node *e, int bound)
{
	struct value v;
	switch (e->shape) {
	case LITERAL:
		return number(e->number);
	case BOUND:
		return number(r->values[e->number]);
	case VARIABLE:
		v = room(r, variables[e->number].n);
		if (e->sort == INT || e->sort == BOOL)
			return number(variables[e->number].at[0]);
		for (size_t i = 0; i < variables[e->number].n; i++)
			put(&v, e->sort, variables[e->number].at[i]);
		return v;
	case IF:
		v = evaluate(r, e->kid[0], bound);
		return v.fault ? v : evaluate(r, e->kid[v.number ? 1 : 2], bound);
	case LET:
		v = evaluate(r, e->kid[0], bound);
		r->values[bound] = v.number;
		return v.fault ? v : evaluate(r, e->kid[1], bound + 1);
	case QUANTIFIER:
		return quantifier(r, e, bound);
	case COMPREHENSION:
		return comprehension(r, e, bound);
	case INFIX:
		if (e->op == OP_AND || e->op == OP_OR || e->op == OP_IMPLIES)
			return logic(r, e, bound);
		return plain(r, e, bound);
	case ITEMS:
	case PREFIX:
	case FUNCTION:
	case INDEX:
		return plain(r, e, bound);
	}
	abort();
}

static const char *
shown(struct world *w, enum sort sort, struct value v)
{
	struct text out = {0};
	if (v.fault)
		text_printf(&out, "fault %d", (int)v.fault);
	else if (sort == BOOL)
		text_str(&out, v.number ? "true" : "false");
	else if (sort == INT)
		text_printf(&out, "%lld", (long long)v.number);
	else
		text_str(&out, sort == SEQ ? "[" : "{");
	for (size_t i = 0; i < v.n; i++)
		text_printf(&out, "%s%lld", i ? ", " : "", (long long)v.at[i]);
	if (!v.fault && sort >= SEQ)
		text_str(&out, sort == SEQ ? "]" : "}");
	return text_take(&out, &w->arena);
}

/* --- comparing --- */

static const char *
outcome(struct world *w, const char *text, const char **printed)
{
	struct expr *e = world_expr(w, text, NULL);
	if (!e)
		return world_mistake(w);
	word value;
	struct text out = {0}, again = {0};
	expr_print(&again, e, NULL);
	*printed = text_take(&again, &w->arena);
	if (code_run(w->machine, compile_expr(&w->arena, w->heap, e, NULL, w->done.locals), &w->frame, &value) == RUN_OK)
		value_print(&out, e->type, value);
	else
		text_printf(&out, "fault %d", (int)w->machine->fault.kind);
	return text_take(&out, &w->arena);
}

static void
same(const char *what, const char *text, const char *is, const char *should)
{
	if (strcmp(is, should) == 0)
		return;
	fprintf(stderr, "%s\n%s\n     is  %s\n     not %s\n", what, text, is, should);
	assert_true(false);
}

static void
an_expression_has_the_value_that_an_independent_evaluator_finds(void **state)
{
	struct random r = {.seed = 1};
	const char *worlds = getenv("RANDOM_WORLDS");
	for (int n = 0; n < (worlds ? atoi(worlds) : WORLDS); n++) {
		struct world w;
		world_open(&w);
		for (int i = 0; i < EXPRESSIONS; i++) {
			struct node *e = make(&r, (enum sort)below(&r, 4), 1 + (int)below(&r, DEEPEST_VALUE));
			struct text out = {0};
			write(&out, e, 0);
			const char *text = text_take(&out, &w.arena), *printed = "", *again = "";
			same("value", text, outcome(&w, text, &printed), shown(&w, e->sort, evaluate(&r, e, 0)));
			same("value of what is printed", printed, outcome(&w, printed, &again), shown(&w, e->sort, evaluate(&r, e, 0)));
			same("printed again", printed, again, printed);
			arena_free(&r.arena);
		}
		world_close(&w);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_expression_has_the_value_that_an_independent_evaluator_finds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
