/* What a symbol of the C library means for the engine, as the table in symbols.h has it. */
#ifndef NATIVE_CLASSES_H
#define NATIVE_CLASSES_H

enum symbol_class { SYMBOL_INTERPOSED, SYMBOL_HARMLESS, SYMBOL_VARIES, SYMBOL_BLOCKS, SYMBOL_IDENTITY, SYMBOL_UNSUPPORTED, SYMBOL_UNKNOWN };

/* The class of a symbol, and the name of a class. */
enum symbol_class symbol_class(const char *symbol);
const char *symbol_class_name(enum symbol_class);

#endif
