# long: where several builds are tested, in the last one only
# how srtest grade ends: whether there is a verdict for each, not which; and where nothing can be written, nothing is half there
. $SRC/tests/cli/grade/class.inc
hand_in a "$too_early"
hand_in b 'TAKE mine = permit'
hand_in good
say() {
	echo "--- $1"
	shift
	"$@" >out 2>err && status=0 || status=$?
	cat err
	echo "exit $status"
}
say "failures and errors" grade $spec class/a.c class/b.c class/good.c
say "with --gate" grade --gate $spec class/a.c class/b.c class/good.c
say "with --gate, but good" grade --gate $spec class/good.c
say "with --gate, and what cannot be built" grade --gate $spec class/b.c class/good.c
mkdir -p slow/permits
say "with --gate, and one undecided" grade --gate --build 'exec sleep 1000' --limit-time 1 $spec slow
for wrong in '' $spec "--jobs 0 $spec class" "--jobs x $spec class" "--seed -1 $spec class" "--shard 0/2 $spec class" "--shard 3/2 $spec class" "--shard 2 $spec class" \
	"--shard 1/2x $spec class" "--resume $spec class" "--merge --journal j $spec class" "--merge --shard 1/2 $spec j" "--format pdf $spec class" "--limit-time 0 $spec class" "--host x $spec class"; do
	say "usage: $wrong" srtest grade $wrong
done 2>&1 | grep -v '^usage: srtest\|^try ' | cut -c 1-150
sed 's/cpre: free > 0/cpre: fre > 0/' $spec >wrong.yaml
sed '/^implementation:/,/^  give/d' $spec >nothing-to-call.yaml
sed '/^clients:/,/^      - { call: give/d' $spec >nobody.yaml
mkdir empty
say "wrong specification" grade wrong.yaml class
say "no implementation" grade nothing-to-call.yaml class
say "no clients" grade nobody.yaml class
say "no specification" grade nowhere.yaml class
say "no submissions" grade $spec empty
say "no such submission" grade $spec nowhere
say "two with one name" grade $spec class/a.c --name '(?<name>.)/' class/b.c
say "a wrong pattern" grade --name '(' $spec class
say "a part with nothing in it" grade --shard 4/5 $spec class
same_everywhere <out
say "unwritable output" grade -o nowhere/out $spec class
say "a folder for an output" grade -o empty $spec class
say "an output that is full" grade -o /dev/full $spec class
say "standard output that is full" bash -c "srtest grade --tests 20 $spec class >/dev/full"
say "a journal that is full" grade --journal /dev/full $spec class
