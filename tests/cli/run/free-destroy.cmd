# where calls run freely, too, an instance that cannot be given back is told when that comes back, and one that is given back late is none
sed 's,"../semaphore.h","'$SRC'/specs/semaphore/semaphore.h",' $SRC/specs/semaphore/good/broadcast.c >right.c
grep -q '^semaphore_free(semaphore \*s)$' right.c
give_back() {
	sed '/^semaphore_free(/,/^}/ s/^{$/{\n\t'"$2"'/' right.c >$1.c
	gcc -shared -fPIC -O1 -g -w -pthread -include pthread.h -include unistd.h -o $1.so $1.c
	srtest run --no-save --engine free --seed 1 --tests 10 --shrink-time 0 $SRC/specs/semaphore/semaphore.yaml $1.so >out && status=0 || status=$?
	echo "$1: exit $status $(grep -oE '^\*\*\* .*\[[a-z]*|UNDECIDED.*' out || true)"
}
give_back never 'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(\&m); pthread_mutex_lock(\&m);'
give_back late 'usleep(1000);'
