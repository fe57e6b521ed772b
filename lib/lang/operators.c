#include "lang/operators.h"

#include <stddef.h>

const struct op_info op_table[OP_COUNT_OF_OPS] = {
#define BINARY(id, spelling, sign, level, doc) [OP_##id] = {CLASS_BINARY, spelling, sign, level, 2, 2, doc},
#define PREFIX(id, spelling, sign, level, doc) [OP_##id] = {CLASS_PREFIX, spelling, sign, level, 1, 1, doc},
#define QUANTIFIER(id, spelling, sign, doc) [OP_##id] = {CLASS_QUANTIFIER, spelling, sign, 0, 0, 0, doc},
#define FUNCTION(id, name, fewest, most, doc) [OP_##id] = {CLASS_FUNCTION, name, NULL, 0, fewest, most, doc},
#define HISTORY(id, name, doc) [OP_##id] = {CLASS_HISTORY, name, NULL, 0, 0, 1, doc},
	BINARY_OPERATORS(BINARY)
	PREFIX_OPERATORS(PREFIX)
	QUANTIFIERS(QUANTIFIER)
	FUNCTIONS(FUNCTION)
	HISTORIES(HISTORY)
};
