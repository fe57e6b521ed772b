/* A number that is read and then written; what others do in between is lost. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct count {
	volatile int n;
	int held;
	pthread_mutex_t lock;
	int numbers[2];
} count;

typedef int taking(count *);

extern const char take[] __attribute__((visibility("hidden"))), take_end[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text\ntake: mov (%rdi), %eax\nlea 1(%rax), %ecx\nmov %ecx, (%rdi)\nret\ntake_end: nop\n.popsection");

#define TAKE_SIZE ((size_t)(take_end - take))

count *
count_new(void)
{
	count *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->lock, NULL);
	if (pipe(c->numbers) == 0) {
		int first = 0;
		if (write(c->numbers[1], &first, sizeof first) != sizeof first)
			abort();
	}
	return c;
}

void
count_free(count *c)
{
	close(c->numbers[0]);
	close(c->numbers[1]);
	pthread_mutex_destroy(&c->lock);
	free(c);
}
