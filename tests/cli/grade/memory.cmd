# long: where several builds are tested, in the last one only
# a submission that is refused memory, or takes more than it may, is undecided, and the limit is told; one that asks for what nobody has is wrong
. $SRC/tests/cli/grade/class.inc
hand_in addresses 'TAKE for (;;) { char *volatile q = malloc(1 << 26); *(volatile char *)q = 1; }'
hand_in at-once 'TAKE *(volatile char *)malloc((size_t)1 << 42) = 1'
hand_in all 'TAKE for (;;) { volatile char *q = malloc(1 << 22); for (int i = 0; i < 1 << 22; i += 4096) q[i] = 1; }'
hand_in negative 'TAKE *(volatile char *)malloc((size_t)-8 - (size_t)p->next) = 1'
hand_in checked 'TAKE if (malloc((size_t)-8 - (size_t)p->next)) abort()'
hand_in given-back 'TAKE { volatile char *q = malloc(1 << 22); q[0] = 1; free((void *)q); }'
truncate -s 1T class/huge.so # which nobody reads to its end
# without a control group
grade --sandbox=off --shrink-time 1 --journal journal $spec class | same_everywhere
# those that ran beside others which hit a limit are tested twice
sed -nE 's/."submission":"([^"]*)".*("limit":"[^"]*").*/\1 \2/p' journal | sort -u
# where calls run freely as well
gcc -w -O1 -shared -fPIC -pthread -o at-once.so class/at-once.c
srtest run --engine free --tests 20 --shrink-time 1 --no-save $spec at-once.so >free.out && echo "passed" || echo "exit $?"
grep -o 'UNDECIDED: [^(]*' free.out
