/*
 * Which types of the model and of C can stand for each other. Whether a value fits is only known when it is there.
 * Inside lib/spec only. Each function returns false after adding a diagnostic, or is a plain question.
 */
#ifndef SPEC_PASSING_H
#define SPEC_PASSING_H

#include "spec/load.h"

/* An argument that goes in. `sized`: a length is given for it. */
bool check_into_c(struct loader *, struct span, const struct type *, const struct ctype *, bool sized);
/* What a function returns. */
bool check_out_of_c(struct loader *, struct span, const struct type *, const struct ctype *);
/* What a pointer's target receives, or gives. */
bool check_through_pointer(struct loader *, struct span, const struct type *, const struct ctype *, bool sized, bool into_c);

/* Can it be an instance? */
bool is_handle(const struct ctype *);
/* Can what create returns be passed as a parameter of this type? */
bool same_handle(const struct ctype *made, const struct ctype *taken);

#endif
