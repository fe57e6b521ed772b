/* What the tasks did, step by step: kept only when the other side asks for it. */
#ifndef NATIVE_TRACE_H
#define NATIVE_TRACE_H

#include "base/text.h"
#include "drivers/srtest-host.h"

#include <stdbool.h>
#include <stdint.h>

/* A new phase: forgets the steps, and keeps those to come if they are wanted. */
void trace_begin(bool wanted);
/* An actor does something; the action is a literal: a verb and the kind of the object. */
void trace_step(int32_t actor, const char *action, uint64_t object, const void *place, uint64_t time);
/* An actor accesses memory. */
void trace_access(int32_t actor, const char *action, const void *at, size_t size, bool writes, const void *place, uint64_t time);
/* How the actor's last step went on. */
void trace_ending(int32_t actor, enum srtest_ending);
/* The actor gave way, but nobody else went on. */
void trace_stays(int32_t actor);

/* Are steps kept? */
bool trace_wanted(void);
/* At the end of a phase: the actor will find this value there for ever, where so many bytes are read from this place. */
void trace_waits(int32_t actor, uintptr_t at, size_t size, uint64_t value, const void *place);
/* The same for what it has read last, and finds there still. */
void trace_waits_there(int32_t actor);

/* The phase is over: what of its accesses nobody needs to see is left out. */
void trace_end(void);
/* A number that is very likely another one if the phase had other steps, whether they are kept or not. */
uint64_t trace_mark(void);
size_t trace_steps(void);
/* Writes the payload of a STEP into the record that is being put together. */
void trace_write(size_t nth, struct text *);

#endif
