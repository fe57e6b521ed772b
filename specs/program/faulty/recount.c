/* What is done is summed up where others see it, and starts at nothing each time; optimised, only the sum is ever there. */
/* class: crash */
/* variant: unoptimised */
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

static int done;
static sem_t first;

static void
sum_up(int a, int b, int c)
{
	done = 0;
	done += a;
	done += b;
	done += c;
}

static int
work(void *arg)
{
	sum_up(2, 3, 5);
	sem_post(&first);
	sum_up(3, 4, 5);
	return arg != NULL;
}

int
main(void)
{
	thrd_t worker;
	sem_init(&first, 0, 0);
	thrd_create(&worker, work, NULL);
	sem_wait(&first);
	if (done < 10) /* it never becomes less, they say */
		abort();
	thrd_join(worker, NULL);
	sem_destroy(&first);
	return 0;
}
