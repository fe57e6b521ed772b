/*
 * Accesses of the implementation to memory, told by the hooks that compilers put in front of them (hooks.c) and by functions of the
 * C library that copy and compare (memory.c). In srtest-host each of them that others may notice is a scheduling point; in
 * srtest-host-free nothing happens.
 */
#ifndef NATIVE_ACCESS_H
#define NATIVE_ACCESS_H

#include "drivers/native/race.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct task;

/* The implementation was compiled with hooks. */
void access_begin(void);
/* Was it? */
bool access_hooked(void);

/* The caller is about to read or write. */
void access_memory(const void *at, size_t size, enum race_kind, const void *place);
/* The same of a volatile object: beside assembly that orders memory it is one that orders, too. */
void access_volatile(const void *at, size_t size, bool writes, const void *place);
/* The same of an access in assembly, which orders memory. */
void access_unhooked(const void *at, size_t size, bool writes, const void *place);
/* The caller is about to do something atomically, */
void access_atomic(const void *at, size_t size, const char *action, const void *place);
/* ... has done so, and this was there before; `changed`: it is no more. */
void access_done(const void *at, size_t size, enum race_kind, uint64_t was, bool changed, const void *place);

/* The caller is about to read or write, or somebody does so for it, and may: nobody comes in between. */
void access_bare(const void *at, size_t size, bool writes, const void *place);
/* Is it the code of a hook that does no more than that? */
bool access_only_checks(const void *code);

/* Has the caller lately told of an access to memory that begins or ends between these addresses, or is around them? */
bool access_told(uintptr_t from, uintptr_t to);

/* Does the caller's weak compare and exchange fail, though the values are equal? */
bool access_fails(const void *at, const void *place);

/* The caller's function was called from there, or returns. */
void access_enter(const void *place);
void access_leave(void);
/* Where the functions that a task is in were called from, the innermost first. Returns how many it tells. */
size_t access_stack(const struct task *, const void **at, size_t most);

#endif
