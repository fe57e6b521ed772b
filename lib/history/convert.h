/* What stands in a line that others recorded, as a value of the model. Inside lib/history only. */
#ifndef HISTORY_CONVERT_H
#define HISTORY_CONVERT_H

#include "history/edn.h"
#include "lang/json.h"

/* The same as JSON, as srtest-history(5) has values of this type. */
json_t *edn_json(const struct edn *, const struct type *);

#endif
