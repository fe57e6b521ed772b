# long: where several builds are tested, in the last one only
# no submission takes more than its time, whatever it spends it on, and that is said beforehand
. $SRC/tests/cli/grade/class.inc
hand_in computes 'TAKE for (;;)'
hand_in naps 'TAKE for (volatile int i = 1;; i++) if (i % 50000000 == 0) usleep(500000)'
hand_in good
mkdir class/builds
printf 'all:\n\tsleep 1000\n' >class/builds/Makefile
echo "int n = 0" >class/refused.c
began=$(date +%s)
srtest grade -v -j 5 --limit-time 3 --journal journal $spec class >out 2>err
cat err
# each that hits its limit may be tested once more, alone
tries=$(grep -c '"limit":"time"' journal)
test $(($(date +%s) - began)) -le $((3 * (tries + 2) + 5)) || echo "it takes too long"
python3 - <<'PY'
import json
last = {o["submission"]: o for o in map(json.loads, list(open("journal"))[1:])}
for name in "builds", "computes", "naps":
    print(name, last[name]["verdict"], last[name].get("limit"), last[name]["seconds"] < 8)
PY
echo "--- nothing to do; nobody to tell"
srtest grade -v --limit-time 3 --journal journal --resume $spec class 2>&1 >out | grep -c . || true
rm -r class/[bcgn]*
srtest grade -qv --limit-time 3000 $spec class 2>&1 >out
srtest grade --limit-time 3000 $spec class 2>&1 >out
srtest grade -v -j 1 --limit-time 3000 $spec class 2>&1 >out
