# two calls look before they lock: one is preempted in between
sed -E '/^box_put/,/^}/{s/^(.*)pthread_cond_wait.*/\1sched_yield();/; /mutex_lock/d; s/^\tPUT;/\tpthread_mutex_lock(\&b->mutex);/}' $SRC/tests/cli/run/box/box.c >early.c
sed 's/user:/user:\n    count: 2/' $SRC/tests/cli/run/box/box.yaml >two.yaml
sed -i '1i #include <sched.h>' early.c
gcc -shared -fPIC -g -O1 -o early.so early.c
srtest run --seed 1 two.yaml early.so >out || true
sed -E '1s/ after .*//' out
