# long: where several builds are tested, in the last one only
# what goes wrong in create and in destroy belongs to the test; so does ending the host
try() {
	sed "s/$2/$3/; s,\"../warehouse.h\",\"$SRC/specs/warehouse/warehouse.h\",; 1i #include <err.h>\n#include <unistd.h>" $SRC/specs/warehouse/good/broadcast.c >$1.c
	gcc -shared -fPIC -O1 -o $1.so $1.c
	echo "$1:"
	srtest run --engine controlled --seed 1 --tests 100 $SRC/specs/warehouse/warehouse.yaml $1.so >out && status=0 || status=$?
	grep -E '^\*\*\*|UNDECIDED' out || true
	echo "exit $status"
}
try null-instance 'return h;' 'return NULL;'
try stuck-in-create 'return h;' 'pthread_mutex_lock(\&h->mutex); pthread_mutex_lock(\&h->mutex); return h;'
try stuck-in-destroy 'pthread_cond_destroy(&h->changed);' 'pthread_mutex_lock(\&h->mutex); pthread_cond_wait(\&h->changed, \&h->mutex);'
try crash-in-destroy 'free(h->weight);' '*(volatile int *)NULL = 1;'
try leaves 'h->weight\[n\] += w;' '_exit(0);'
try locks 'h->weight\[n\] += w;' 'h->weight[n] += w; if (n < 77) mkfifo("", 0);'
try gives-up 'h->weight\[n\] += w;' 'errx(0, "no");'
