/*
 * C declarations, read as C: the prototypes of an implementation become a table of functions, types and constants, with the
 * sizes and offsets that the compiler of this program gives them. Everything lives in the arena that cdecl_parse was given.
 */
#ifndef CDECL_CDECL_H
#define CDECL_CDECL_H

#include "base/diag.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The types that are a keyword or several: X(kind, type). From int on in the order of C's conversion ranks. */
#define CTYPE_BASICS(X) \
	X(BOOL, _Bool) \
	X(CHAR, char) \
	X(SCHAR, signed char) \
	X(UCHAR, unsigned char) \
	X(SHORT, short) \
	X(USHORT, unsigned short) \
	X(INT, int) \
	X(UINT, unsigned int) \
	X(LONG, long) \
	X(ULONG, unsigned long) \
	X(LLONG, long long) \
	X(ULLONG, unsigned long long) \
	X(FLOAT, float) \
	X(DOUBLE, double) \
	X(LDOUBLE, long double)

enum ctype_kind {
	CTYPE_VOID,
#define X(kind, type) CTYPE_##kind,
	CTYPE_BASICS(X)
#undef X
	CTYPE_ENUM,
	CTYPE_POINTER,
	CTYPE_ARRAY,
	CTYPE_STRUCT,
	CTYPE_UNION,
	CTYPE_FUNCTION,
};

enum cqualifier { CQUAL_CONST = 1, CQUAL_VOLATILE = 2, CQUAL_RESTRICT = 4, CQUAL_ATOMIC = 8 };

/* Limits, so that no text can cost more than a moment; whoever exceeds one is told so. */
enum {
	CDECL_MOST_TEXT = 1 << 20,
	CDECL_LONGEST_NAME = 255,
	CDECL_MOST_NAMES = 20000,
	CDECL_MOST_DEPTH = 100, /* of a type, of parentheses, of structs within structs */
	CDECL_MOST_PARAMETERS = 127,
	CDECL_LARGEST_TYPE = 1 << 30, /* bytes */
};

struct ctype {
	enum ctype_kind kind;
	unsigned qualifiers;           /* of enum cqualifier; `const char *` is a pointer whose target is const */
	unsigned depth;                /* how many types stand inside each other here */
	const struct ctypedef *alias;  /* the typedef it was named by, or NULL; the rest is filled in all the same */
	union {
		const struct ctype *target;        /* CTYPE_POINTER */
		const struct cenum *enumeration;   /* CTYPE_ENUM */
		const struct crecord *record;      /* CTYPE_STRUCT, CTYPE_UNION */
		const struct cfunction *function;  /* CTYPE_FUNCTION; its name is NULL */
		struct {
			const struct ctype *element;
			size_t length; /* 0 where none was given: `char text[]` */
		} array;               /* CTYPE_ARRAY */
	};
};

struct ctypedef {
	const char *name;
	const struct ctype *type;
	struct span span; /* src is NULL for the names of the standard headers */
};

struct cmember {
	const char *name; /* NULL: an anonymous struct or union, or the padding `int : 3` */
	const struct ctype *type;
	size_t offset; /* in bytes */
	bool is_bitfield;
	unsigned bit, width; /* of a bit-field: the first bit, counted from offset, and how many */
	struct span span;
};

struct crecord {
	const char *tag; /* NULL: `struct { ... }` */
	bool is_union;
	bool complete; /* false: only declared (opaque) */
	bool defining; /* true only while its members are being read */
	size_t size, align;
	const struct cmember *members;
	size_t n_members;
	const char *not_by_value; /* why it cannot be passed or returned as it is, or NULL */
	unsigned depth;           /* of records inside it, by value */
	struct span span;
};

struct cenum {
	const char *tag;
	bool complete;
	enum ctype_kind integer; /* the type that holds its values */
	size_t n_constants;      /* they are in the table's list */
	struct span span;
};

/* An enumerator, or the NAME of `#define NAME 4`. */
struct cconstant {
	const char *name;
	int64_t value;
	bool huge;                 /* above INT64_MAX: value is to be read as uint64_t */
	const struct ctype *type;  /* its enum, or the integer type of the expression */
	struct span span;
};

struct cparameter {
	const char *name; /* or NULL */
	const struct ctype *type; /* arrays and functions are pointers here, as in C */
	bool was_array;
	size_t array_length; /* the 4 of `int v[4]`; 0: not an array, or of no constant length */
	struct span span;
};

struct cfunction {
	const char *name;
	const struct ctype *result;
	const struct cparameter *parameters;
	size_t n_parameters;
	bool variadic;
	bool unspecified; /* written f(), which is taken for f(void) */
	bool noreturn;
	struct span span; /* of the name */
};

/* What was declared, each list in the order of the text; the names of the standard headers are not listed. */
struct cdecl_table {
	VEC(const struct cfunction *) functions;
	VEC(const struct ctypedef *) typedefs;
	VEC(const struct crecord *) records;
	VEC(const struct cenum *) enums;
	VEC(const struct cconstant *) constants;
	struct cnames *names;
};

/* The text to parse, and where its bytes stand in the source: byte i at offsets[i], or at base + i if offsets is NULL. */
struct cdecl_input {
	const struct source *src;
	const char *text;
	size_t n;
	const uint32_t *offsets;
	uint32_t base;
};

/* The bytes [from, to) of a source as an input. */
struct cdecl_input cdecl_input_range(const struct source *, uint32_t from, uint32_t to);

/* Fills the table. False means that mistakes were found; the table then holds what could be understood, for further checks. */
bool cdecl_parse(struct arena *, struct diags *, const struct cdecl_input *, struct cdecl_table *);

/* Each returns NULL where the table has nothing of that name. */
const struct cfunction *cdecl_function(const struct cdecl_table *, const char *name);
const struct cconstant *cdecl_constant(const struct cdecl_table *, const char *name);
/* Knows typedefs, `struct x`, `union x`, `enum x`, `void`, the standard names and the basic types as ctype_print spells them. */
const struct ctype *cdecl_type(const struct cdecl_table *, const char *name);

/* Both are 0 for what has no size: void, functions, opaque structs, arrays without a length. */
size_t ctype_size(const struct ctype *);
size_t ctype_align(const struct ctype *);
bool ctype_is_complete(const struct ctype *);

/* Integers are _Bool, the char types, enums and int in all its widths. */
bool ctype_is_integer(const struct ctype *);
bool ctype_is_floating(const struct ctype *);
bool ctype_is_signed(const struct ctype *);
bool ctype_is_void(const struct ctype *);

struct crange {
	int64_t min;
	uint64_t max;
};
/* The values that an integer type holds. */
struct crange ctype_range(const struct ctype *);

/* True for two spellings of one type; qualifiers count, typedef names do not. */
bool ctype_same(const struct ctype *, const struct ctype *);

/* Why a value of the type can be neither passed nor returned, in words that complete "it ...", or NULL if it can. */
const char *ctype_not_by_value(const struct ctype *);

/* Finds a member of a struct or union, also inside anonymous ones; the offset is then from the start of the outermost. */
bool ctype_member(const struct ctype *, const char *name, struct cmember *);

/* Prints a type as C, or with a name the declaration of something of that type: `int (*f)(void *)`. */
void ctype_print(struct text *, const struct ctype *, const char *name);
void cfunction_print(struct text *, const struct cfunction *);
char *ctype_string(struct arena *, const struct ctype *);

#endif
