/*
 * Values as JSON: numbers, true and false; names of enums, characters and strings as strings; sequences, sets and bags as
 * lists; records as objects; maps as objects if their keys are numbers, booleans or names, else as lists of pairs; an option
 * as null or the value. A string holds bytes: those above 127 stand as the characters U+0080 to U+00FF.
 */
#ifndef LANG_JSON_H
#define LANG_JSON_H

#include "lang/value.h"

#include <jansson.h>

/* Reads a value of the type's kind; ranges are not checked. False: `wrong` is what was expected instead. */
bool value_from_json(struct heap *, const struct type *, const json_t *, word *, const char **wrong);
json_t *value_to_json(const struct type *, word);

#endif
