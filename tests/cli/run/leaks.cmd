# long: where several builds are tested, in the last one only
# what was opened in calls and is open after destroy, more of it than is kept on purpose, is told; it may be an error
leaks=$SRC/tests/cli/run/leaks
spec=$SRC/tests/cli/run/lasting/counter.yaml
try() { srtest run --no-save --seed 3 "$@" | grep -oE "^counter: [a-zA-Z]*|it leaks|more than.*"; }
sed 's|^  destroy: .*|  destroy: { call: counter_free(self), when: true }|; $a testing: { phases: 140..150 }' $spec >longer.yaml
for name in descriptors streams pipes; do
	echo "$name: $(try --tests 3 longer.yaml $leaks/$name.c)"
	echo "$name, not looked at: $(try --tests 3 --leak off longer.yaml $leaks/$name.c)"
	echo "$name, closed: $(try --tests 3 --leak=error --cflags -DCLOSES longer.yaml $leaks/$name.c)"
done
echo "one of each instance: $(try --tests 3 --leak=error longer.yaml $leaks/kept.c)"
# as an error it is made smaller, and replayed
srtest run --tests 3 --seed 3 --leak=error longer.yaml $leaks/descriptors.c >report || echo "exit $?"
sed -nE 's/.*(shrunk .*) in .*/\1/p' report
replay=$(sed -n "s,^Again: srtest replay ,,p" report)
srtest replay $replay >again || echo "exit $?"
grep -c "more than 64 descriptors" again
srtest run --no-save --tests 3 --seed 3 -f json longer.yaml $leaks/pipes.c | grep -o "\"leak\": *{[^}]*}"
srtest run --leak maybe longer.yaml $leaks/pipes.c || echo "exit $?"
