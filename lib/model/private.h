/* What the files of the model share. Inside lib/model only. */
#ifndef MODEL_PRIVATE_H
#define MODEL_PRIVATE_H

#include "model/model.h"

/* Everything that a clause about a call can read; it reads the configuration and does not write it. */
void look(struct rules *, const word *config, int slot, struct frame *, struct calls *);
/* The calls that are waiting, as this one sees them. */
void look_at_calls(const struct rules *, const word *config, int slot, struct calls *);
/* What ENSURES sees instead. */
void look_at_flight(const struct rules *, int slot, struct calls *);

/* POST of the call alone, in place: what it waits for, its result and the invariant are not looked at. */
enum step apply_post(struct rules *, word *config, int slot);

/* Does a clause hold of a pending call, among those that are pending? An absent one does. */
enum step clause_holds(struct rules *, const word *config, int slot, const struct clause *);
/* What a pending call's going ahead means to the others that wait, in place: the state is as before. */
enum step step_aside(struct rules *, word *config, int slot);

/* --- reads.c --- */

bool is_result(const struct expr *);
/* Does it read the result, or a part of it? */
bool reads_result(const struct expr *);
/* Does what a clause cannot be evaluated for, at this place, depend on the result? */
bool wrong_by_result(const struct expr *clause, struct span at);

#endif
