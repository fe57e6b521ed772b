# long: a replay file says in which variant a test failed, and replay compiles that one; JSON and HTML say it, too
. $SRC/tests/cli/variant/shared.inc
for fault in DEAD_STORE TORN; do
	sed -i "1i #define $fault" cell.c
	srtest run --save $fault.srt --seed 1 --tests 600 --format json cell.yaml cell.c >$fault.json || echo "status $?"
	python3 -c "import json; r = json.load(open('$fault.json')); print(r['variant'], [v['name'] for v in r['statistics']['variants']])"
	grep '^variant' $fault.srt
	srtest replay $fault.srt | grep 'again\|variant:'
	srtest replay --format json $fault.srt | grep -o '"variant": *"[a-z]*"'
	srtest replay --format html $fault.srt | grep -o '<dt>Variant.*dd>'
	sed -i 1d cell.c
done
sed -i '1i #define TORN' cell.c
echo "in another one:"
srtest replay --variant unoptimised TORN.srt 2>&1 | head -n 3 || true
gcc -g -O1 -shared -fPIC -o cell.so cell.c
echo "a library:"
srtest replay TORN.srt cell.so 2>&1 >/dev/null | head -n 1 || true
