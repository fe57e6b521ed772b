/* A pair is swapped for the next one by a plain store of 16 bytes, which are two stores of 8; a hook stands in front of both. */
/* class: crash */
/* variant: plain or guarded */
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

static unsigned __int128 pair;
static sem_t started;

static int
swap(void *arg)
{
	sem_post(&started);
	for (uint64_t i = 1; i < 4; i++)
		pair = (unsigned __int128)i << 64 | i;
	return arg != NULL;
}

int
main(void)
{
	thrd_t swapper;
	sem_init(&started, 0, 0);
	thrd_create(&swapper, swap, NULL);
	sem_wait(&started);
	unsigned __int128 seen = pair;
	if ((uint64_t)seen != (uint64_t)(seen >> 64))
		abort();
	thrd_join(swapper, NULL);
	sem_destroy(&started);
	return 0;
}
