/*
 * The operators and functions of the language: one table for the lexer, the parser, the printer and the manual.
 * OPERATOR(id, spelling, sign, level, what it does): a higher level binds tighter; the sign is the paper's way to write it.
 */
#ifndef LANG_OPERATORS_H
#define LANG_OPERATORS_H

#define BINARY_OPERATORS(OPERATOR) \
	OPERATOR(IMPLIES, "=>", "⇒", 1, "if the left holds, so does the right; the right is read only then") \
	OPERATOR(OR, "or", "∨", 2, "either holds; the right is read only if the left does not") \
	OPERATOR(AND, "and", "∧", 3, "both hold; the right is read only if the left does") \
	OPERATOR(EQ, "==", NULL, 5, "equal") \
	OPERATOR(NE, "!=", "≠", 5, "unequal") \
	OPERATOR(LT, "<", NULL, 5, "less; for numbers, characters and enums in the order of their names") \
	OPERATOR(LE, "<=", "≤", 5, "at most") \
	OPERATOR(GT, ">", NULL, 5, "greater") \
	OPERATOR(GE, ">=", "≥", 5, "at least") \
	OPERATOR(IN, "in", "∈", 5, "is an element of a set, bag, sequence or type, or a key of a map") \
	OPERATOR(NOT_IN, "not in", "∉", 5, "is no element") \
	OPERATOR(MATCHES, "matches", NULL, 5, "a string matches a /pattern/ of PCRE2, anywhere in it") \
	OPERATOR(RANGE, "..", NULL, 6, "the set of the integers from the left to the right") \
	OPERATOR(CONCAT, "++", NULL, 7, "one sequence after the other") \
	OPERATOR(ADD, "+", NULL, 8, "sum; union of sets and bags; a map overridden by another") \
	OPERATOR(SUB, "-", NULL, 8, "difference; elements taken out of a set or bag; keys taken out of a map") \
	OPERATOR(MUL, "*", NULL, 9, "product") \
	OPERATOR(DIV, "div", NULL, 9, "quotient, rounded down") \
	OPERATOR(MOD, "mod", NULL, 9, "remainder, of the sign of the divisor")

#define PREFIX_OPERATORS(OPERATOR) \
	OPERATOR(NOT, "not", "¬", 4, "does not hold") \
	OPERATOR(NEG, "-", NULL, 10, "negated")

/* QUANTIFIER(id, spelling, sign, what it does), written `forall x in S . expression`. */
#define QUANTIFIERS(QUANTIFIER) \
	QUANTIFIER(FORALL, "forall", "∀", "every element satisfies the expression") \
	QUANTIFIER(EXISTS, "exists", "∃", "some element satisfies it") \
	QUANTIFIER(COUNT, "count", NULL, "how many elements satisfy it") \
	QUANTIFIER(SUM, "sum", NULL, "the sum of the expression over the elements") \
	QUANTIFIER(MIN, "min", NULL, "its smallest value; there must be an element") \
	QUANTIFIER(MAX, "max", NULL, "its largest value; there must be an element")

/* FUNCTION(id, name, fewest and most arguments, what it does) */
#define FUNCTIONS(FUNCTION) \
	FUNCTION(LEN, "len", 1, 1, "number of elements of a collection or of calls of a history") \
	FUNCTION(EMPTY, "empty", 1, 1, "a collection or a history has no elements") \
	FUNCTION(HEAD, "head", 1, 1, "first element of a sequence") \
	FUNCTION(TAIL, "tail", 1, 1, "a sequence without its first element") \
	FUNCTION(LAST, "last", 1, 1, "last element of a sequence") \
	FUNCTION(FRONT, "front", 1, 1, "a sequence without its last element") \
	FUNCTION(TAKE, "take", 2, 2, "take(s, n): the first n elements of a sequence, or all of it") \
	FUNCTION(DROP, "drop", 2, 2, "drop(s, n): a sequence without its first n elements") \
	FUNCTION(REVERSE, "reverse", 1, 1, "a sequence backwards") \
	FUNCTION(ELEMS, "elems", 1, 1, "the set of the elements of a sequence or bag, or of the values of a map") \
	FUNCTION(DOM, "dom", 1, 1, "the set of the keys of a map") \
	FUNCTION(BAG, "bag", 0, 255, "bag(a, a, b): the bag of these elements") \
	FUNCTION(INTER, "inter", 2, 2, "the elements that two sets share") \
	FUNCTION(SUBSET, "subset", 2, 2, "every element of the first set or bag is in the second") \
	FUNCTION(OCCURS, "occurs", 2, 2, "occurs(x, c): how often x is in a sequence or bag") \
	FUNCTION(SUM_OF, "sum", 1, 1, "sum of the elements of a collection of numbers") \
	FUNCTION(MIN_OF, "min", 1, 255, "smallest of the arguments, or of the elements of the only one") \
	FUNCTION(MAX_OF, "max", 1, 255, "largest of the arguments, or of the elements of the only one") \
	FUNCTION(ABS, "abs", 1, 1, "absolute value") \
	FUNCTION(SOME, "some", 1, 1, "the option that holds this value") \
	FUNCTION(THE, "the", 1, 1, "the value that an option holds") \
	FUNCTION(OLD, "old", 1, 1, "the value before the clause") \
	FUNCTION(ORD, "ord", 1, 1, "the number of a character or of an enum's name") \
	FUNCTION(CHR, "chr", 1, 1, "the character with this number")

/* HISTORY(id, name, what it does), with a pattern of calls or nothing for all. */
#define HISTORIES(HISTORY) \
	HISTORY(WAITING, "waiting", "calls that have arrived and not gone ahead, with the one that asks") \
	HISTORY(OTHERS, "others", "the same without the call that asks") \
	HISTORY(OLDER, "older", "those that arrived before the call that asks") \
	HISTORY(YOUNGER, "younger", "those that arrived after the call that asks")

enum op {
	OP_NONE,
#define OPERATOR(id, spelling, sign, level, doc) OP_##id,
#define QUANTIFIER(id, spelling, sign, doc) OP_##id,
#define FUNCTION(id, name, fewest, most, doc) OP_##id,
#define HISTORY(id, name, doc) OP_##id,
	BINARY_OPERATORS(OPERATOR)
	PREFIX_OPERATORS(OPERATOR)
	QUANTIFIERS(QUANTIFIER)
	FUNCTIONS(FUNCTION)
	HISTORIES(HISTORY)
#undef OPERATOR
#undef QUANTIFIER
#undef FUNCTION
#undef HISTORY
	OP_COUNT_OF_OPS
};

enum op_class { CLASS_NONE, CLASS_BINARY, CLASS_PREFIX, CLASS_QUANTIFIER, CLASS_FUNCTION, CLASS_HISTORY };

struct op_info {
	enum op_class class;
	const char *spelling, *sign;
	int level; /* of operators */
	int fewest, most; /* arguments of functions */
	const char *doc;
};

extern const struct op_info op_table[OP_COUNT_OF_OPS];

enum { LEVEL_COMPARE = 5, LEVEL_RANGE = 6, LEVEL_POSTFIX = 11 };

#endif
