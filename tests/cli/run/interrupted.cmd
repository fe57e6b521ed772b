# soak: it takes too long for every day
# who waits may be interrupted once the library handles a signal: faults are found and told so, what tells EINTR apart passes
spec=$SRC/tests/cli/run/rare/gate.yaml
try() {
	gcc -g -O1 -shared -fPIC -pthread -w "$@" -o gate.so $SRC/tests/cli/run/rare/doorbell.c
	srtest run --seed 1 --tests 1600 --no-save $spec ./gate.so >out && echo "$@: passes" || echo "$@:" $(sed -n '1s/.*: \(FAILED\).*/\1,/p; s/^ *needs: //p' out)
}
for way in SEM TIMED READ POLL SELECT EPOLL WORD NAP; do
	try -D$way
	try -D$way -DTELLS
done
# what SA_RESTART lets go on goes on; a wait with a timeout does not, and neither does waiting for one of many
for way in SEM READ WORD TIMED POLL; do
	try -D$way -DFLAGS=SA_RESTART
done
# no handler, or none for what the caller takes: no interruption; one that is there from the beginning is one
try -DSEM -DNEVER
try -DSEM -DBLOCKS
try -DSEM -DEARLY
gcc -g -O1 -shared -fPIC -pthread -w -DSEM -o gate.so $SRC/tests/cli/run/rare/doorbell.c
srtest run --seed 1 --tests 1600 --no-rare $spec ./gate.so | head -1
# the smallest test is interrupted when it is made again, too
srtest run --seed 1 $spec ./gate.so >/dev/null || srtest replay *.srt >out || grep -h "FAILED\|be interrupted" out
