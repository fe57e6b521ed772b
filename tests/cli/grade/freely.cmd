# long: Where calls ran freely every report says so, and why: that is less than others were tested.
. $SRC/tests/cli/grade/class.inc
hand_in seen
hand_in signalled 'TAKE { void sigset(int, void *); sigset(10, (void *)1); }'
hand_in shared 'TAKE { int mkfifo(const char *, unsigned); mkfifo("", 0); }'
hand_in connected 'TAKE { int listen(int, int); listen(-1, 1); }'
srtest grade --seed 1 --tests 20 --journal j $spec class | same_everywhere
merged() { srtest grade --merge --format $1 $spec j; }
merged csv | cut -d , -f 1,2,12,13
merged json | grep -oE '"engine(_why)?":"(\\"|[^"])*"' | sort | uniq -c
merged gradescope | grep -oE 'ran freely, as [^:]*'
merged html | grep -oE 'freely[^<]*' | sort | uniq -c
