/*
 * Does a loop ever end? It is followed, instruction by instruction, from one place back to it, round after round. What is not the same in each
 * round, and all that is made of that, varies; as long as nothing that varies decides where the loop goes on, it goes round for ever, unless
 * somebody else changes what it reads. So a counter that is only counted up ends no loop, and one that is compared with something may. And where all
 * is as it was some rounds ago, it goes the same way again, whatever varies in between.
 */
#ifndef NATIVE_ENDLESS_H
#define NATIVE_ENDLESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

enum { MOST_LOOKS = 16, MOST_CHANGES = 32 };

/* What a round of an endless loop reads before it writes it, and others may change; and of what it writes, parts of eight bytes that are not in its stack. */
struct endless_round {
	size_t nlooks; /* of which there is room for MOST_LOOKS */
	struct endless_look {
		uintptr_t place; /* of the instruction */
		uintptr_t at;
		size_t size;
		uint64_t value; /* that is there each time */
		bool own; /* in its stack */
	} looks[MOST_LOOKS];
	size_t nchanges; /* of which there is room for MOST_CHANGES */
	uintptr_t changes[MOST_CHANGES];
};

/* The call whose stack ends there is followed from now on. */
void endless_begin(uintptr_t stack_top);
/* Before each instruction. True: a round is over, and the loop is known to be endless. */
bool endless_note(const ucontext_t *);
/* Something has happened that was not seen, such as what the host does. */
void endless_lost(void);
/* That round. */
const struct endless_round *endless_round(void);
/* Does it at least read what others may change, time and again? */
bool endless_looks(void);
/* Does it do what only those have a use for who share memory with others, such as atomic instructions and pauses? */
bool endless_waits(void);

#endif
