#include "spec/spec.h"

const struct bit rare_kinds[] = {
	{"spurious", RARE_SPURIOUS}, {"timeout", RARE_TIMEOUT}, {"trylock", RARE_TRYLOCK}, {"interrupt", RARE_INTERRUPT}, {"exchange", RARE_EXCHANGE}, {0},
};
