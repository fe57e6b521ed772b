/*
 * What an archive holds, piece by piece, as it is told by a process that reads it and can do nothing else. The archive may be made to harm,
 * and that process taken over: what it says is to be judged. Inside lib/submit only.
 */
#ifndef SUBMIT_ARCHIVE_H
#define SUBMIT_ARCHIVE_H

#include "base/apart.h"

#include <stdint.h>
#include <sys/stat.h>

enum { PIECE_MOST = 1 << 16 };

/* GONE: nothing more will come, and nobody says why. */
enum piece_kind { PIECE_ENTRY, PIECE_DATA, PIECE_END, PIECE_BROKEN, PIECE_GONE };
/* Of an entry. SIZED: its size was told, TIMED: its time. */
enum { ENTRY_LINK = 1, ENTRY_ENCRYPTED = 2, ENTRY_PROGRAM = 4, ENTRY_TIMED = 8, ENTRY_SIZED = 16 };

/* An entry has all that follows; data belongs to the entry before it, and has a place in that. */
struct piece {
	uint32_t kind, flags, mode;
	uint32_t n;
	int64_t at; /* or size */
	int64_t seconds, nanoseconds;
	char bytes[PIECE_MOST + 1]; /* n of the name, the data, or the words in which it is said what is broken; then a NUL */
};

/* The file may be closed after it. False: archives cannot be read here at all, and why. */
bool archive_start(struct apart *, int file, const char **why);
void archive_next(struct apart *, struct piece *);

#endif
