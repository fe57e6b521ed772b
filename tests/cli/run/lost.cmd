# long: where several builds are tested, in the last one only
# memory to which nothing leads when the instance is gone is told, with the place where it was allocated; what is kept on purpose is not
stack=$SRC/specs/stack/stack.yaml
lost=$SRC/tests/cli/run/lost
try() {
	echo "$1 $2: $(srtest run --no-save --seed 1 --tests 60 --cflags "-g -D$2" $stack $lost/$1.c | sed -n "/^stack: /p; /it leaks/,/#0/p")"
}
for way in NODES POPS LOG STATIC TAGGED LOCAL KEY TABLE FILLED LATER NOTHING; do try locked $way; done
for way in RETRIES NOTHING; do try retries $way; done
for way in ANSWERS NOTHING; do try server $way; done

# as an error it is made smaller, and replayed; and it may be of no interest
srtest run --seed 1 --tests 60 --leak=error --save lost.srt --cflags -DPOPS $stack $lost/locked.c | grep -A6 '^[*][*][*]'
srtest replay --cflags -DPOPS lost.srt | head -n 1
srtest run --no-save --seed 1 --tests 60 --leak=off --cflags -DPOPS $stack $lost/locked.c | grep -c 'leaks' || true
srtest run --no-save --seed 1 --tests 60 --cflags -DPOPS --format json $stack $lost/locked.c | python3 -c '
import json, sys
lost = json.load(sys.stdin)["lost"]
print(sorted(lost), lost["blocks"] > 0, lost["allocated"][0]["function"])'
