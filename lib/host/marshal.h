/* Values of the model as values of the protocol, by the C types of a binding. Inside lib/host only. */
#ifndef HOST_MARSHAL_H
#define HOST_MARSHAL_H

#include "drivers/wire.h"
#include "spec/spec.h"

/* Writes the plan of a binding to an operation that returns that, or nothing's place if it is not given. */
void marshal_plan(struct text *, const struct binding *, const struct type *returns);

/* Evaluates and writes the arguments of a call. False: *wrong says which value does not fit its C type. */
bool marshal_args(struct text *, const struct spec *, const struct binding *, struct machine *, const word *params, const word *args, const char **wrong);

/* Reads what the call gave back as the operation's result. False: *wrong says what cannot be a value of the model. */
bool marshal_result(struct wire *, const struct spec *, const struct binding *, const struct type *returns, struct arena *, struct heap *, word *,
	const char **wrong);

#endif
