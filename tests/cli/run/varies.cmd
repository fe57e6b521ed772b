# long: a test is made twice, and it is told where it did something else; the random numbers of the C library begin anew each time
sed 's/PUT;/if (coin()) { pthread_mutex_lock(\&extra); pthread_mutex_unlock(\&extra); }/; s/^typedef struct box/static pthread_mutex_t extra = PTHREAD_MUTEX_INITIALIZER;\ntypedef struct box/; 1i #include "coin.h"' $SRC/tests/cli/run/box/box.c >box.c
try() {
	gcc -g -O1 -shared -fPIC -o box.so box.c
	srtest run --seed 1 --tests 500 $SRC/tests/cli/run/box/box.yaml box.so | sed -nE 's/ in phase .*(: first user0 did).*(, then user0 did).*;/\1 ...\2 ...;/; /note: (a test|so)/p' | grep . || echo "it goes the same way each time"
	srtest run --seed 1 --tests 500 --format json $SRC/tests/cli/run/box/box.yaml box.so | grep -o '"varies":[^,]*'
}
echo '#include <sys/random.h>
static int coin(void) { unsigned char c; getrandom(&c, 1, 0); return c % 2; }' >coin.h
try
echo 'static int coin(void) { return __builtin_ia32_rdtsc() / 16 % 2; }' >coin.h
try
echo '#include <stdlib.h>
static int coin(void) { return rand() % 2 + (drand48() < 0.5); }' >coin.h
try
