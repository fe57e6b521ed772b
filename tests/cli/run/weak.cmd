# long: where several builds are tested, in the last one only
# a weak compare and exchange may fail though the values are equal: who takes that for a difference is found, who tries again is not
spec=$SRC/tests/cli/run/rare/gate.yaml
for way in ONCE LOOP STRONG; do
	srtest run --seed 1 --tests 2000 --no-save --cflags "-g -O1 -D$way" $spec $SRC/tests/cli/run/rare/relay.c >out && echo "$way: passes" || echo "$way:" $(sed -n '1s/.*: \(FAILED\).*/\1,/p; s/^ *needs: //p' out)
done
srtest run --seed 1 --tests 2000 --no-rare --cflags "-g -O1" $spec $SRC/tests/cli/run/rare/relay.c | head -1
srtest run --seed 1 --cflags "-g -O1" $spec $SRC/tests/cli/run/rare/relay.c >/dev/null || srtest replay *.srt >out || grep -h "FAILED\|fail to exchange" out
