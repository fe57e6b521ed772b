/* How submissions get their names from their paths: --name. Inside lib/submit only. */
#ifndef SUBMIT_NAME_H
#define SUBMIT_NAME_H

#include "submit/submit.h"

struct naming;

/* NULL after a diagnostic, with a caret at what is wrong in the pattern. */
struct naming *naming_start(struct arena *, struct diags *, const char *pattern);
/* Sets the name, if the pattern says one, and the groups. False if it says none, after a warning. */
bool naming_apply(struct naming *, struct arena *, struct diags *, struct submission *);
void naming_free(struct naming *);

#endif
