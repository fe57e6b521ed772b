/*
 * The expression language: text becomes a tree (syntax.h), the tree gets its names and types (check.h) and becomes code
 * (code.h) that works on values (value.h) of types (type.h). operators.h is the table of everything that has a name in it.
 */
#ifndef LANG_LANG_H
#define LANG_LANG_H

#include "lang/check.h"
#include "lang/code.h"
#include "lang/operators.h"
#include "lang/syntax.h"
#include "lang/type.h"
#include "lang/value.h"

#endif
