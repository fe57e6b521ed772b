# An implementation that asks for its thread runs on threads; the first call of a test may make one, while the host waits.
cat >p.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
static void *work(void *a) { return a; }
int
main(void)
{
	pthread_t t;
	pthread_attr_t a;
	pthread_getattr_np(pthread_self(), &a);
	pthread_attr_destroy(&a);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
C
for seed in 1 2 3; do srtest run -v --seed $seed --tests 50 $SRC/specs/program/program.yaml p.c | grep 'passed\|engine'; done
