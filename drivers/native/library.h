/* The implementation: a shared object, looked at before it is loaded, and bound to the host's primitives afterwards. */
#ifndef NATIVE_LIBRARY_H
#define NATIVE_LIBRARY_H

#include "drivers/native/classes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loads the file. False: *why says what is wrong with it, in words. */
bool library_load(const char *path, const char **why);
/* Does the host run on it, too, such as the C library? Then it is not loaded anew, and nothing of it can be bound otherwise. */
bool library_is_hosts(void);
/* A function of the library. NULL: *why says why not. */
void *library_find(const char *symbol, const char **why);

/* What the implementation itself finds by a name: its own, or, if that is not wanted, that of what it brought along; or NULL. */
void *library_symbol(const char *symbol, bool not_own);

/* Calls fn for each symbol that the implementation takes from elsewhere. */
void library_each_import(void (*fn)(const char *symbol, enum symbol_class, void *), void *arg);
/* Does an object that came with the implementation define the symbol, or a library of the system that may be used without a look? */
bool library_brings(const char *symbol);
/* Calls fn with each address in the tables of the code that calls are stopped in, and of its functions: others may call what they find there, or come to it in other ways. */
void library_each_entry(void (*fn)(const void *));
/* What the implementation takes from elsewhere it takes from other(symbol), unless that is NULL. */
void library_replace(void *(*other)(const char *symbol));
/* Loads what the implementation itself loads while it runs, and calls fn for what that takes from elsewhere. NULL: as dlopen(). */
void *library_load_more(const char *path, int mode, void (*fn)(const char *symbol, enum symbol_class, void *), void *arg);

/* Remembers the variables of the implementation, and of what it brought along, as they are now. */
bool library_remember(void);
/* Puts them back. False: more was loaded since, whose variables stay as they are. Thread-local ones are those of the caller's thread pointer. */
bool library_restore(void);
void library_restore_local(void);
/* Calls fn for the thread-local variables, of the caller's thread pointer. */
void library_each_local(void (*fn)(const void *, size_t));
bool library_has_local(void);

/* The nth part of the memory that they are in, but for thread-local ones; NULL: there are not so many. */
const void *library_variables(size_t nth, size_t *size);
/* A number for what is in it. */
uint64_t library_number(uint64_t seed);

/* The same for what of it is thread-local, for the caller's thread pointer. */
uint64_t library_number_local(uint64_t seed);

/* Where an address lies in the implementation: an offset in its file, or false if it is elsewhere. */
bool library_place(const void *address, uintptr_t *offset);

/* Whose code or data it is: the implementation's includes what it brought along. Safe in a signal handler. */
enum owner { OWNER_NOBODY, OWNER_HOST, OWNER_SYSTEM, OWNER_IMPLEMENTATION };
enum owner library_owner(const void *address);
/* The path of the file in which somebody's address lies, NULL for the implementation's own; and its offset there. Safe in a signal handler. */
const char *library_file(const void *address, uintptr_t *offset);

/*
 * The code that calls are stopped in: the implementation's own, and that of libraries that it needs and that do not lie where the system has its
 * own. Where an offset is, NULL if it is no code; and the other way round, safe in a signal handler. Of other files than its own the offset is
 * one that only the host understands.
 */
void *library_code(uintptr_t offset);
bool library_code_at(const void *address, uintptr_t *offset);
/* The same of all that it brought along, but for those libraries of the system that are known. */
bool library_any_code_at(const void *address, uintptr_t *offset);
/* Calls fn for the code of the implementation and of what it brought along, but for the libraries of the system. */
void library_each_code(void (*fn)(const unsigned char *from, size_t size, void *), void *arg);
/* Is it code of the dynamic loader? Safe in a signal handler. */
bool library_is_loader(const void *address);
/* Is it code of the host? */
bool library_is_host(const void *address);

#endif
