/*
 * Locks of streams: recursive mutexes of their own, for those who lock several operations together. What the C library does
 * within one operation is over before anybody else runs.
 */
#include "drivers/native/stream.h"

#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/schedule.h"

#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST_STREAMS = 64 };

static struct {
	FILE *stream;
	struct mutex mutex;
} locks[MOST_STREAMS];

static struct mutex *
lock_of(FILE *stream, const void *place)
{
	for (int i = 0; i < MOST_STREAMS; i++) {
		if (locks[i].stream && locks[i].stream != stream)
			continue;
		locks[i].stream = stream;
		locks[i].mutex.kind = PTHREAD_MUTEX_RECURSIVE;
		return &locks[i].mutex;
	}
	unseen("locks of more than 64 streams", place);
	return NULL;
}

EXPORT void
flockfile(FILE *stream)
{
	if (schedule_self())
		mutex_lock(lock_of(stream, PLACE), FOREVER, PLACE);
}

EXPORT int
ftrylockfile(FILE *stream)
{
	return schedule_self() ? mutex_trylock(lock_of(stream, PLACE), PLACE) : 0;
}

EXPORT void
funlockfile(FILE *stream)
{
	if (schedule_self() && mutex_unlock(lock_of(stream, PLACE), PLACE) != 0)
		misuse("unlocks a stream that it has not locked", PLACE);
}

void
streams_reset(void)
{
	for (int i = 0; i < MOST_STREAMS; i++) {
		locks[i].stream = NULL;
		locks[i].mutex = (struct mutex){0};
	}
}
