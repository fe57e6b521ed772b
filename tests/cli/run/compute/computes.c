/* Each takes some tenths of a second of processor time, and ends. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef TIMES
#define TIMES 1
#endif

static volatile unsigned long most = 1000;

static void *
work(void *p)
{
	unsigned long sum = 1;
	(void)p;
#if defined REGISTERS
	for (unsigned long i = 0; i < TIMES * 100000000ul; i++) {
		sum = sum * 6364136223846793005ul + 1;
		__asm__ volatile("" : "+r"(sum));
	}
#elif defined ARRAY
	static unsigned big[1 << 18];
	for (unsigned r = 0; r < TIMES * 400; r++)
		for (unsigned i = 0; i < 1 << 18; i++)
			sum += big[i] = big[i] * 31 + r + i;
#elif defined SHARED
	for (unsigned long i = 0; i < most; i++)
		for (unsigned long k = 0; k < TIMES * most * 100; k++)
			sum ^= i * k;
#elif defined SORTS
	unsigned *numbers = malloc(sizeof *numbers << 20);
	for (unsigned i = 0; i < 1 << 20; i++)
		numbers[i] = sum = (unsigned)sum * 1103515245 + 12345;
	int by_number(const void *a, const void *b);
	qsort(numbers, 1 << 20, sizeof *numbers, by_number);
	memset(numbers, 0, sizeof *numbers << 20);
	free(numbers);
#endif
	return (void *)sum;
}

int
by_number(const void *a, const void *b)
{
	const unsigned *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

int
main(void)
{
	pthread_t t;
	void *sum;
	if (pthread_create(&t, NULL, work, NULL))
		return 1;
	return pthread_join(t, &sum);
}
