# long: where several builds are tested, in the last one only
# a primitive that is gone with the memory that it was in is told as one, whatever it is
cat >gone.c <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static struct {
	pthread_mutex_t mutex;
	pthread_cond_t condition;
	pthread_spinlock_t spin;
	pthread_rwlock_t shared;
	pthread_barrier_t barrier;
	sem_t semaphore;
} *all;

int
main(void)
{
	all = malloc(sizeof *all);
	free(all);
	USE;
	return 0;
}
C
for use in 'pthread_mutex_lock(&all->mutex)' 'pthread_cond_signal(&all->condition)' 'pthread_spin_lock(&all->spin)' 'pthread_spin_unlock(&all->spin)' \
	'pthread_rwlock_rdlock(&all->shared)' 'pthread_barrier_wait(&all->barrier)' 'sem_post(&all->semaphore)'; do
	echo "$use: $(srtest run --no-save --seed 1 --tests 10 --cflags "-g -O1 -w -DUSE=$use" $SRC/specs/program/program.yaml gone.c | grep -h 'passed\|^\*\*\*')"
done
