# soak: what computes for long, and changes memory that others can see, ends as undecided after some steps, and at once when it is interrupted;
# what only computes ends well, and what goes round for ever is found
spec=$SRC/specs/program/program.yaml
cat >table.c <<'C'
#include <pthread.h>
static unsigned long table[4096];
static void *fill(void *p)
{
	volatile unsigned long *t = p;
	for (unsigned r = 0; r < 400000; r++)
		for (unsigned i = 0; i < 4096; i++)
			t[i] = t[i] * 31u + i;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, fill, table);
	return pthread_join(t, 0);
}
C
cat >divides.c <<'C'
int main(void)
{
	int n = 0;
	for (int i = 2; i < 3000000; i++) {
		int d = 2;
		while (i % d)
			d++;
		n += d == i;
	}
	return n == 0;
}
C
echo 'int main(void) { volatile unsigned long s = 0; for (unsigned long i = 0; i < 400000000ul; i++) s += i; return 0; }' >sum.c
echo 'int main(void) { volatile unsigned long s = 1; for (;;) s = s * 6364136223846793005ul + 1; }' >forever.c
for f in table divides sum forever; do
	timeout 300 srtest run --no-save --seed 1 --tests 1 $spec $f.c >out && status=0 || status=$?
	echo "$f: $status, $(sed -nE '1s/.*(passed|FAILED|UNDECIDED).*/\1/p' out)"
done
for wait in 1 3 5; do
	srtest run --no-save --seed 1 $spec sum.c >out &
	sleep $wait
	kill -TERM $!
	start=$(date +%s)
	wait $! && status=0 || status=$?
	echo "interrupted: $status, $(($(date +%s) - start < 5))"
done
