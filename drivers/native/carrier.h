/*
 * Carriers: what calls of the implementation run on. One runs at a time, and it runs until it passes the baton on.
 *
 * A fiber is a stack that the host switches to; it borrows the thread-local data of a parked thread, so that the
 * implementation cannot tell it from a thread. Where the machine cannot do that, or the implementation asks who it is,
 * carriers are threads that wait for the baton.
 */
#ifndef NATIVE_CARRIER_H
#define NATIVE_CARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls and threads at once. Of each stack only what was used takes memory, but all of it takes addresses; its lowest bytes are nobody's. */
enum { MOST_CARRIERS = 2048, CARRIER_STACK = 8 << 20, CARRIER_GUARD = 4096 };

struct carrier;

/* Makes ready for fibers (if possible and wanted) or threads, once the library is loaded. Returns whether carriers are fibers. */
bool carriers_init(bool fibers_wanted);

/* The carrier with this number; made when it is first asked for. NULL if the system has no more. */
struct carrier *carrier_get(int number);
/* What the carrier does when it is switched to for the first time after this; when fn returns, the carrier must not run on. */
void carrier_prepare(struct carrier *, void (*fn)(void *), void *arg);
/* Passes the baton: runs `to` until someone switches back. NULL stands for the host itself, on either side. */
void carrier_switch(struct carrier *from, struct carrier *to);
/* How the caller's floating-point unit is set up: what CARRIER_CONTROL is where nobody has changed it. */
uint64_t carrier_control(void);
#define CARRIER_CONTROL UINT64_C(0x037f00001f80)
/* The caller is like a new thread: its floating-point unit is set up so, and what it keeps beside thread-local variables is as it was. */
void carrier_renew(uint64_t control);
/* Calls fn once with the thread-local data of the host, and of each carrier. False: they are threads, which keep their own. */
bool carriers_each_local(void (*fn)(void));
/* Forgets what the carrier was doing. False: it is a thread, which cannot be made to. */
bool carrier_abandon(struct carrier *);
/* Where its stack of CARRIER_STACK bytes begins; 0: that is not known. */
uintptr_t carrier_stack(const struct carrier *);
/* Memory for a stack that is larger than its own, with such a guard page, too. NULL: there is none. It stays as long as no larger one is asked for. */
void *carrier_large_stack(struct carrier *, size_t size);
/* Its job is called on this stack, by carrier_call; of no size: on its own again, as at first. */
void carrier_lend(struct carrier *, void *stack, size_t size);
void carrier_call(const struct carrier *, void (*fn)(void *), void *arg);
/* Does the address lie in a guard page of the carrier? */
bool carrier_overflow(const struct carrier *, uintptr_t address);
/* How much of its stack is in use where the stack pointer is this; 0: that is not known, for it is on another one. */
size_t carrier_used(const struct carrier *, uintptr_t sp);
/* Calls a function on a stack that ends here, and comes back to the one that it is called on. */
void carrier_call_on(void *end, void (*fn)(void *), void *arg);
/* Does the address lie in a stack of some other carrier? */
bool carrier_is_of_another(const struct carrier *, uintptr_t address);
/* The thread-local data of a carrier, as pthread_self() knows it. */
uintptr_t carrier_self(const struct carrier *);
/* Its errno. */
const int *carrier_error(const struct carrier *);

#endif
