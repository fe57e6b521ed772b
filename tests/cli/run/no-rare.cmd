# soak: it takes long
# what is rare can be left out by kinds, on the command line and in the specification; the report says so, and the others still happen
sed 's/walker: {/walker: { count: 2,/' $SRC/tests/cli/run/rare/gate.yaml >NAP.yaml
cp $SRC/tests/cli/run/rare/gate.yaml .
try() {
	srtest run --seed 1 --tests 2500 --no-save "$@" ./gate.so >out && echo "  passed" || sed -n '1s/.*: \([A-Z]*\) .*/  \1/p; s/^    needs: */    /p' out
	grep 'of what is rare' out || true
}
for pair in SPURIOUS=spurious FUTEX=spurious TRYLOCK=trylock NAP=timeout; do
	way=${pair%=*} kind=${pair#*=} spec=gate.yaml
	test ! -e $way.yaml || spec=$way.yaml
	gcc -g -O1 -shared -fPIC -pthread -D$way -o gate.so $SRC/tests/cli/run/rare/gate.c
	echo "$way without $kind, and without the others"
	try --no-rare=$kind $spec
	try --no-rare=$(echo spurious,timeout,trylock,interrupt,exchange | sed "s/$kind//; s/,,/,/; s/^,//") $spec
	{ grep -v '^testing:' $spec; echo "testing: { no_rare: [interrupt, $kind] }"; } >own.yaml
	try own.yaml
done
srtest run --seed 1 --tests 20 --no-save --format json own.yaml ./gate.so | grep -o '"no_rare": *"[a-z, ]*"' || true
srtest run --no-rare=spurious,sleep own.yaml ./gate.so 2>&1 | head -1 || true
sed 's/interrupt/signals/' own.yaml >bad.yaml
srtest check bad.yaml 2>&1 || true
sed 's/no_rare.*/no_rare: spurious }/' own.yaml >bad.yaml
srtest check bad.yaml 2>&1 || true
