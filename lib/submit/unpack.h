/* Archives from people who may mean harm. Inside lib/submit only. */
#ifndef SUBMIT_UNPACK_H
#define SUBMIT_UNPACK_H

#include "base/diag.h"

/*
 * Unpacks into an empty folder. False after a diagnostic: if it cannot be read to its end, or would write elsewhere, or holds what is neither
 * file nor folder, or grows beyond measure.
 */
bool unpack(struct diags *, const char *archive, const char *folder);

#endif
