# soak: each takes seconds
# Who computes for long is not told from who never ends; who is just where it was, with all memory as it was, never does.
spec=$SRC/specs/program/program.yaml
try() {
	srtest run --no-save --seed 1 --tests 2 --shrink-time 1 "${@:2}" $spec $1.c >told 2>&1 || true
	echo "$*: $(grep -oE '^[*][*][*].*|passed [0-9]* tests|UNDECIDED.*' told)"
}
cat >collatz.c <<'C'
#include <pthread.h>
static unsigned long longest;
static void *
search(void *arg)
{
	for (unsigned long i = 1; i < 9000000; i++) {
		unsigned long n = i, steps = 0;
		for (; n != 1; steps++)
			n = n % 2 ? 3 * n + 1 : n / 2;
		longest = steps > longest ? steps : longest;
	}
	return arg;
}
int
main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, search, NULL);
	return pthread_join(thread, NULL);
}
C
cat >locks.c <<'C'
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long n;
int
main(void)
{
	for (long i = 0; i < 9000000; i++) {
		pthread_mutex_lock(&mutex);
		n += i;
		pthread_mutex_unlock(&mutex);
	}
	return 0;
}
C
sed 's/i < 9000000; i++/n < 1;/; s/n += i/n = 0/' locks.c >looks.c
cat >sums.c <<'C'
int
main(void)
{
	unsigned long sum = 0;
	for (unsigned long i = 0; i < 9000000000; i++)
		__asm__ volatile("add %1, %0" : "+r"(sum) : "r"(i));
	return sum == 1;
}
C
sed 's/i++/i += 0/; s/"r"(i)/"r"(0l)/' sums.c >stays.c
try collatz
try locks --no-hooks
try sums
try looks
try stays
