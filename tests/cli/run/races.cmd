# long: where several builds are tested, in the last one only
# races between accesses to memory, in objects that nobody instrumented
races=$SRC/tests/bench/races
build() { cc -O2 -g -shared -fPIC "$@"; }
for name in test-and-set:lock lost-update:counter load-then-store:counter fast-path:counter; do
	build -o ${name%:*}.so $races/${name%:*}.c
	for seed in 1 2 3 4 5; do
		srtest run --no-save --seed $seed $races/${name#*:}.yaml ./${name%:*}.so >out && echo "exit 0" || echo "${name%:*}: exit $?, $(grep -o '\[.*\]' out)"
	done | uniq -c
done
echo "one of them in full, and again from its file:"
srtest run --seed 1 $races/lock.yaml ./test-and-set.so --save lock.srt | sed -E '1s/ after .*//'
srtest replay lock.srt ./test-and-set.so | head -1
sed -n '/^clients/,$p' lock.srt | sed 's/0x[0-9a-f]*/PLACE/'
echo "without breakpoints:"
srtest run --no-save --seed 1 --breakpoints 0 $races/lock.yaml ./test-and-set.so | grep -o "passed [0-9]* tests\|UNDECIDED: [^(]*\|note.*"
echo "the same seed, the same run:"
for i in 1 2; do srtest run --no-save --seed 3 $races/counter.yaml ./fast-path.so | md5sum; done | uniq | wc -l
