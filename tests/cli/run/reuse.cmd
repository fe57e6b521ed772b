# long: where several builds are tested, in the last one only
# which memory malloc gives again is drawn, kept in replay files, and told where a failure cannot do without it
stack=$SRC/specs/stack/stack.yaml
run() { srtest run "$@" | grep -h 'passed [0-9]* tests\|^\*\*\*\|needs:' || true; }
for seed in 1 2 3; do
	echo "seed $seed:"
	run --seed $seed --no-save $stack $SRC/specs/stack/faulty/cached.c
done
echo "without hooks:"
gcc -shared -fPIC -O2 -g -o cached.so $SRC/specs/stack/faulty/cached.c
run --seed 1 --save cached.srt $stack cached.so
grep 'zeros\|reuse' cached.srt
for again in 1 2; do srtest replay cached.srt | head -n 1; done
gcc -shared -fPIC -O2 -g -o treiber.so $SRC/specs/stack/faulty/treiber.c
run --seed 2 --no-save $stack treiber.so
echo "in the other order, and not at all:"
sed 's/reuse: .*/reuse: oldest/' cached.srt >oldest.srt
sed '/^reuse:/d' cached.srt >none.srt
sed 's/reuse: .*/reuse: always/' cached.srt >always.srt
for file in oldest none always; do srtest replay $file.srt 2>&1 | head -n 3 || true; done

# memory that was freed, and given again before somebody who is late looks at it, is kept back in some tests
echo "late:"
for way in treiber hazard; do run --seed 1 --no-save $stack $SRC/specs/stack/faulty/$way.c; done
for way in READS WRITES HELPER MOVED RIGHT; do
	echo "$way:"
	run --seed 1 --tests 100 --no-save --cflags "-D$way" $stack $SRC/tests/cli/run/reuse/again.c
done
