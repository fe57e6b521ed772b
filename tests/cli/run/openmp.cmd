# long: locks and critical sections of OpenMP are futexes of its run-time library; who waits there must not spin for long before
cat >locks.c <<'C'
#include "semaphore.h"
#include <omp.h>
#include <stdlib.h>
struct waiter {
	omp_lock_t go;
	struct waiter *next;
};
struct semaphore {
	unsigned free;
	struct waiter *head, **end;
};
semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	*s = (semaphore){permits, NULL, &s->head};
	return s;
}
void
semaphore_free(semaphore *s)
{
	free(s);
}
void
semaphore_acquire(semaphore *s)
{
	struct waiter me = {.next = NULL}, *waits = NULL;
	omp_init_lock(&me.go);
#pragma omp critical
	if (s->free >= LEAST) {
		s->free--;
	} else {
		waits = &me;
		omp_set_lock(&me.go);
		*s->end = &me;
		s->end = &me.next;
	}
	if (waits)
		omp_set_lock(&me.go);
	omp_destroy_lock(&me.go);
}
void
semaphore_release(semaphore *s)
{
#pragma omp critical
	if (!s->head) {
		s->free++;
	} else {
		struct waiter *w = s->head;
		s->head = w->next;
		if (!s->head)
			s->end = &s->head;
		omp_unset_lock(&w->go);
	}
}
C
for least in 1 0; do
	gcc -shared -fPIC -O1 -g -fopenmp -DLEAST=$least -iquote $SRC/specs/semaphore -o locks.so locks.c
	srtest run --engine controlled --no-save --seed 1 --tests 3000 --time 60 $SRC/specs/semaphore/semaphore.yaml locks.so >out && status=0 || status=$?
	echo "from $least on: exit $status $(grep -oE 'passed [0-9]* tests|UNDECIDED.*|\[[a-z]+' out | tr -d '[')"
done
