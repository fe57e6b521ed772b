# long: where several builds are tested, in the last one only
# what stands in a journal is taken as it is, or refused with a word: cut, spoilt, of another run, in use, of parts
. $SRC/tests/cli/grade/class.inc
hand_in a "$too_early"
hand_in b 'TAKE mine = permit'
hand_in c "$never_wakes"
hand_in d 'TAKE mine = permit'
say() {
	"$@" >out 2>err && status=0 || status=$?
	echo "exit $status"
	cat err
}
grade --journal whole $spec class | same_everywhere >expected
resumed() {
	grade --journal $1 --resume $spec class 2>err | same_everywhere | diff expected - || echo "$1: another report"
}
echo "--- begun already; finished; with nothing there yet"
say grade --journal whole $spec class
cp whole again
resumed again
cmp whole again
rm -f fresh
resumed fresh
wc -l <fresh
echo "--- cut in its last line"
length=$(wc -c <whole)
last=$(tail -n 1 whole | wc -c)
for cut in 1 2 $((last / 3)) $((last - 2)) $((last - 1)); do
	head -c $((length - cut)) whole >cut
	resumed cut
	cat err
	test $(wc -l <cut) = 5 || wc -l <cut
done
echo "--- cut in its first line"
for bytes in 0 1 20 $(($(head -n 1 whole | wc -c) - 1)); do
	head -c $bytes whole >cut
	resumed cut
	cat err
	test $(wc -l <cut) = 5 || wc -l <cut
done
echo "--- no journal, or spoilt"
for what in 'words' '{"journal": "shopping"}' '{}' '[' '{"journal":"srtest grade","version":99}'; do
	echo "$what" >spoilt
	cp spoilt before
	say grade --journal spoilt --resume $spec class
	cmp spoilt before
done
printf 'my thesis' >thesis
say grade --journal thesis --resume $spec class
cat thesis; echo
{ sed -n 1,2p whole; echo garbage; sed -n '3,$p' whole; } >spoilt
say grade --journal spoilt --resume $spec class
{ sed -n 1,2p whole; head -c 300 /dev/zero; echo; sed -n '3,$p' whole; } >spoilt
say grade --journal spoilt --resume $spec class
{ sed -n 1,2p whole; echo '{"submission":"x"}'; } >spoilt
say grade --journal spoilt --resume $spec class
mkdir folder
mkfifo pipe
say grade --journal folder $spec class
say grade --journal pipe $spec class
say grade --journal nowhere/journal $spec class
echo "--- of another run"
sed 's/count: 3/count: 2/' $spec >other.yaml
say grade --journal whole --resume --seed 2 $spec class
say grade --journal whole --resume --tests 31 $spec class
say grade --journal whole --resume --shard 1/2 $spec class
say grade --journal whole --resume other.yaml class
mkdir folders folders/b
grade --journal quoted --cflags "-DWHAT='it is'" --build $'echo "$0"\n\xff' --sandbox=off $spec folders >expected.quoted
say grade --journal quoted --resume $spec folders
eval srtest grade --journal quoted --resume "$(sed -n 's/.* it was begun with: \(.*\); name another .*/\1/p' err)" $spec folders | same_everywhere >out
same_everywhere <expected.quoted | cmp - out && echo "the same with what the hint says"
echo "--- other points, comments and layout"
{ sed 's/^grading:.*//; s/^state: {/state:   {/' $spec; echo '# round 2 counts twice'; } >points.yaml
echo 'grading: { round1: 1, round2: 2, round3: 1 }' | cat points.yaml - >twice.yaml
for other in points.yaml twice.yaml; do
	grade --journal whole --resume $other class 2>&1 | same_everywhere
	srtest grade --merge --format csv $other whole | cut -d , -f 1-8
done
test $(wc -l <whole) = 5
echo "--- in use"
say flock whole srtest grade --tests 30 --shrink-time 60 --journal whole --resume $spec class
echo "--- handed in anew"
cp whole changed
hand_in c
grade --journal changed --resume $spec class | same_everywhere
wc -l <changed
hand_in c "$never_wakes"
echo "--- parts"
for i in 1 2; do
	grade --shard $i/2 --journal half$i $spec class >/dev/null
done
srtest grade --merge $spec half2 half1 | same_everywhere | diff expected - && echo whole
say srtest grade --merge $spec half1
tail -n 2 out | same_everywhere
say srtest grade --merge $spec half1 half1
say srtest grade --merge $spec half1 whole
say srtest grade --merge other.yaml half1 half2
say srtest grade --merge $spec half1 nowhere
say srtest grade --merge $spec folder
say srtest grade --merge $spec pipe
say srtest grade --merge $spec /dev/null
: >empty
say srtest grade --merge $spec empty
head -n 2 half2 >short
say srtest grade --merge $spec half1 short
say grade --shard 2/2 --seed 2 --journal other $spec class
say srtest grade --merge $spec half1 other
sed 's/"submission":"b"/"submission":"a"/' half2 >doubled
say srtest grade --merge $spec half1 doubled
