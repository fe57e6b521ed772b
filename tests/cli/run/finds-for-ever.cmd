# long: Where two spin, each until the other does something, the report says what each of them reads, and what it finds there for ever; by the code
# alone, and with hooks. For programs, too.
spec=$SRC/specs/program/program.yaml
cat >peterson.c <<'P'
#include <pthread.h>
static volatile int wants[2], turn;
static void *enter(void *p)
{
	int me = (int)(long)p;
	wants[me] = 1;
	turn = me;
	while (wants[!me] && turn < 2)
		;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, enter, (void *)1L);
	enter(0);
	return pthread_join(t, 0);
}
P
cat >szymanski.c <<'P'
#include <pthread.h>
static volatile int flag[2];
static void *enter(void *p)
{
	volatile int *mine = &flag[(long)p], *other = &flag[!(long)p];
	*mine = 1;
	while (*other >= 3)
		;
	*mine = 3;
	if (*other == 1) {
		*mine = 2;
		while (*other != 4)
			;
	}
	*mine = 4;
	while (*other >= 2)
		;
	*mine = 0;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, enter, (void *)1L);
	enter(0);
	return pthread_join(t, 0);
}
P
gcc -shared -fPIC -O1 -g -o plain.so $SRC/tests/cli/run/compute/spins.c -DEACH
gcc -c -fPIC -O1 -g -fsanitize=thread -o peterson.o peterson.c
gcc -shared -o hooked.so peterson.o
again() {
	srtest run --no-save --seed 1 --tests 3 --race off --shrink-time 1 "$@" && exit 1 || true
}
again $spec hooked.so >out
sed -n '1s/ in round.*//p' out
grep 'for ever' out | tr -s ' ' | sed 's/memory [A-Z]*/memory/' | sort -u
again --format json $spec plain.so | grep -o '"find 0 for ever in memory"' | sort -u
gcc -shared -fPIC -O1 -g -o szymanski.so szymanski.c
for program in szymanski.c szymanski.so; do
	srtest run --no-save --seed 1 --tests 300 --race off --shrink-time 1 $spec $program >out && echo "$program passes" || true
	grep 'for ever' out | tr -s ' ' | sed 's/memory [A-Z]*/memory/' | sort -u
done
