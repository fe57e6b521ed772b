# long: where several builds are tested, in the last one only
# what needs something that happens rarely is found, and told so; it passes where nothing rare happens
sed 's/walker: {/walker: { count: 2,/' $SRC/tests/cli/run/rare/gate.yaml >NAP.yaml
cp $SRC/tests/cli/run/rare/gate.yaml .
for way in SPURIOUS FUTEX TRYLOCK NAP; do
	spec=gate.yaml
	test ! -e $way.yaml || spec=$way.yaml
	gcc -g -O1 -shared -fPIC -pthread -D$way -o gate.so $SRC/tests/cli/run/rare/gate.c
	for seed in 1 2 3 4 5; do
		srtest run --seed $seed --no-save $spec ./gate.so >out && echo "$way passes with seed $seed"
		grep -h '^    needs:' out | tr ',' '\n' | sed -E 's/^( *needs:)? +//' >needs
		sed "s/^/$way: /" needs
	done | sort -u
	srtest run --seed 1 --tests 2500 --no-rare --no-save $spec ./gate.so >out || cat out
done
# the smallest test needs them when it is made again, too
srtest run --seed 1 $spec ./gate.so >/dev/null || true
srtest replay *.srt >out || true
grep -h "^    needs" out
